// Sets formulas by KaTeX and draws diagrams by Mermaid; `typesetting.py` hands over the two programs, part by part.
// The policy lets no inline style pass, which Mermaid needs to measure and to show: it is given as style sheets of ours.
// Timers never fire in a page whose own JavaScript is off (Chromium asks the page, not the world): messages stand in.
(() => {
  const FORMULAS = 'code.math:not([data-set]), .code[data-language="math"]:not([data-set])';
  const DIAGRAMS = '.code[data-language="mermaid"]:not([data-set])';
  const channel = new MessageChannel();
  const soon = [];
  channel.port1.onmessage = () => { const next = soon.shift(); if (next) next(); };
  const post = (work) => { soon.push(work); channel.port2.postMessage(0); };
  const rest = () => new Promise(post);
  const drawings = [];
  let sheets = [];
  let count = 0;

  function adopt(element) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(element.textContent);
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  }

  function patch() {
    if (patch.done) return;
    patch.done = true;
    let last = 0;
    const waiting = new Set();
    window.setTimeout = (work, delay, ...values) => {
      const number = ++last;
      const due = performance.now() + (delay || 0);
      const tick = () => {
        if (!waiting.has(number)) return;
        if (performance.now() < due) { requestAnimationFrame(tick); return; }
        waiting.delete(number);
        work(...values);
      };
      waiting.add(number);
      post(tick);
      return number;
    };
    window.clearTimeout = (number) => waiting.delete(number);
    for (const name of ['insertBefore', 'appendChild']) {
      const own = Node.prototype[name];
      Node.prototype[name] = function (node, ...others) {
        if (node instanceof Element && node.localName === 'style' && node.textContent) sheets.push(adopt(node));
        return own.call(this, node, ...others);
      };
    }
    const set = Element.prototype.setAttribute;
    Element.prototype.setAttribute = function (name, value) {
      if (name === 'style' && this.style) this.style.cssText = value; else set.call(this, name, value);
    };
  }

  function colours() {
    const computed = getComputedStyle(document.documentElement);
    const of = (name) => computed.getPropertyValue(name).trim();
    return {
      darkMode: document.documentElement.dataset.theme === 'dark',
      background: of('--page'), primaryColor: of('--tint'), primaryTextColor: of('--text'), textColor: of('--text'),
      primaryBorderColor: of('--accent'), lineColor: of('--soft'), secondaryColor: of('--code'),
      tertiaryColor: of('--panel'), secondaryTextColor: of('--text'), tertiaryTextColor: of('--text'),
      secondaryBorderColor: of('--faint'), tertiaryBorderColor: of('--line'), mainBkg: of('--tint'),
      noteBkgColor: of('--mark'), noteTextColor: of('--text'), noteBorderColor: of('--faint'),
      edgeLabelBackground: of('--page'), clusterBkg: of('--panel'), clusterBorder: of('--line'),
      titleColor: of('--text'), fontFamily: 'Inter, system-ui, sans-serif', fontSize: '14px',
    };
  }

  async function draw(drawing) {
    const holder = document.createElement('div');
    holder.className = 'drawing';
    document.body.append(holder);
    sheets = [];
    try {
      const id = `diagram-${++count}`;
      const made = await mermaid.render(id, drawing.source, holder);
      const place = document.createElement('figure');
      place.className = 'diagram';
      place.innerHTML = made.svg;
      for (const element of place.querySelectorAll('style')) element.remove();
      for (const shape of place.querySelectorAll('[style]')) shape.style.cssText = shape.getAttribute('style');
      const svg = place.querySelector('svg');
      if (!svg) throw new Error('nothing was drawn');
      svg.setAttribute('role', 'img');
      if (!svg.getAttribute('aria-label')) svg.setAttribute('aria-label', drawing.source.slice(0, 400));
      drawing.place.replaceWith(place);
      readable(place);
      for (const sheet of drawing.sheets) forget(sheet);
      drawing.place = place;
      drawing.sheets = sheets;
    } catch {
      sheets.forEach(forget);
      drawing.place.dataset.set = 'failed';
    } finally {
      holder.remove();
    }
  }

  // A writer's own fill was chosen for one theme: the words on it take black or white, whichever can be read.
  function readable(place) {
    const shapes = ':is(rect, path, polygon, circle, ellipse)[style*="fill"]';
    for (const shape of place.querySelectorAll(`.node ${shapes}`)) {
      const parts = (getComputedStyle(shape).fill.match(/[\d.]+/g) || []).map(Number);
      if (parts.length !== 3) continue;
      const light = (parts[0] * 0.299 + parts[1] * 0.587 + parts[2] * 0.114) / 255;
      for (const words of shape.closest('.node').querySelectorAll('text, tspan')) {
        words.style.setProperty('fill', light > 0.55 ? '#22211e' : '#ffffff', 'important');
      }
    }
  }

  function forget(sheet) {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  }

  function prepare() {
    mermaid.initialize({
      startOnLoad: false, securityLevel: 'strict', suppressErrorRendering: true, deterministicIds: true,
      theme: 'base', themeVariables: colours(), fontFamily: 'Inter, system-ui, sans-serif', fontSize: 14,
      htmlLabels: false, flowchart: { htmlLabels: false, useMaxWidth: true }, maxTextSize: 50000, maxEdges: 500,
    });
  }

  function style() {
    return new Promise((done) => {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = 'bookwheel://look/katex.min.css';
      link.onload = link.onerror = done;
      document.head.append(link);
    });
  }

  const parts = { maths: [], diagrams: [] };

  window.typesetting = {
    take(want, part) { parts[want].push(part); },
    begin(want) {
      const program = parts[want].splice(0).join('');
      // Mermaid goes by a name that strict code would keep to itself: what stands before it makes it not strict.
      (0, eval)('0;' + program);
      this[want]();
    },
    wants() {
      const has = (which) => document.querySelector(which) !== null;
      return [has(FORMULAS) && 'maths', has(DIAGRAMS) && 'diagrams'].filter(Boolean);
    },
    async maths() {
      await style();
      let since = performance.now();
      for (const formula of [...document.querySelectorAll(FORMULAS)]) {
        const isBlock = formula.matches('.code');
        const made = document.createElement(isBlock ? 'div' : 'span');
        made.className = isBlock ? 'formula block' : 'formula';
        try {
          katex.render(formula.textContent, made, {
            displayMode: isBlock, throwOnError: true, trust: false, strict: 'ignore', maxSize: 25, maxExpand: 500,
          });
        } catch {
          formula.dataset.set = 'failed';
          continue;
        }
        if (formula.querySelector('mark.hit')) {
          const mark = document.createElement('mark');
          mark.className = 'hit';
          if (formula.querySelector('mark.hit.here')) mark.classList.add('here');
          mark.append(...made.childNodes);
          made.append(mark);
        }
        formula.replaceWith(made);
        if (performance.now() - since > 12) { await rest(); since = performance.now(); }
      }
    },
    async diagrams() {
      patch();
      prepare();
      for (const place of [...document.querySelectorAll(DIAGRAMS)]) {
        const drawing = { place, source: place.textContent, sheets: [] };
        await draw(drawing);
        if (drawing.place !== place) drawings.push(drawing);
        await rest();
      }
      new MutationObserver(async () => {
        prepare();
        for (const drawing of drawings) await draw(drawing);
      }).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    },
    tally() {
      const all = (which) => document.querySelectorAll(which).length;
      return [all('.formula .katex'), all('figure.diagram svg'), all('[data-set="failed"]')];
    },
  };
})();
