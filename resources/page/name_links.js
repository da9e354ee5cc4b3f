// Makes names in the text lead to their things: the first one in each section, quietly, a slice of the page at a time.
(() => {
  const LEFT_OUT = 'a, h1, h2, h3, h4, h5, h6, pre, code, kbd, samp, var, button, summary, mark, nav, footer, svg, math,'
    + ' .math, .katex, .code, .sheet-labels, .remote-bar, .remote-image, .card, .part[data-part], .preview, [contenteditable], [hidden]';
  const WORD = /[\p{L}\p{N}_]+/gu;
  const SLICE_MS = 8;
  // Chromium runs no timers where the page's own JavaScript is off, but it delivers messages.
  const channel = new MessageChannel(), waiting = [];
  channel.port1.onmessage = () => waiting.shift()?.();
  const later = (act) => { waiting.push(act); channel.port2.postMessage(0); };
  let byFirst = new Map(), section = new Set(), run = 0;
  window.bookwheelLeft.signal.addEventListener('abort', () => { run += 1; });

  const heading = (node) => node.nodeType === Node.ELEMENT_NODE && /^H[1-6]$/.test(node.tagName);
  const isBound = (text, at) => at < 0 || at >= text.length || !/[\p{L}\p{N}_'’-]/u.test(text[at]);

  // The longest name that begins with a word, as it is written.
  function at(text, start, word) {
    for (const name of byFirst.get(word) || [])
      if (text.startsWith(name.words, start) && isBound(text, start - 1) && isBound(text, start + name.words.length))
        return name;
    return null;
  }

  function link(node) {
    let end = 0;
    const text = node.data, found = [];
    for (const match of text.matchAll(WORD)) {
      const name = match.index < end ? null : at(text, match.index, match[0]);
      if (!name) continue;
      end = match.index + name.words.length;
      if (section.has(name.address)) continue;
      section.add(name.address);
      found.push([match.index, name]);
    }
    for (const [start, name] of found.reverse()) {
      const rest = node.splitText(start);
      rest.splitText(name.words.length);
      const made = document.createElement('a');
      made.className = 'name-link';
      made.href = name.address;
      made.title = name.title;
      rest.replaceWith(made);
      made.append(rest);
    }
  }

  function walk(root) {
    const own = run;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
      if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
      if (heading(node)) {
        return NodeFilter.FILTER_ACCEPT;  // a section begins; its own text follows, and is passed by
      }
      return node.matches(LEFT_OUT) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
    });
    let node = walker.nextNode(), above = null;
    const step = () => {
      const until = performance.now() + SLICE_MS;
      while (node && own === run && performance.now() < until) {
        const current = node;
        node = walker.nextNode();
        if (current.nodeType === Node.ELEMENT_NODE) {
          section = new Set();
          above = current;
        } else if (current.data.length > 1 && !above?.contains(current)) link(current);
      }
      if (node && own === run) later(step);
      else if (own === run) order();
    };
    step();
  }

  // Tab stops at a name once in a page; the pointer finds it in every section.
  function order() {
    const met = new Set();
    for (const made of document.querySelectorAll('a.name-link')) {
      made.tabIndex = met.has(made.href) ? -1 : 0;
      met.add(made.href);
    }
  }

  function unlink() {
    for (const made of document.querySelectorAll('a.name-link')) {
      const around = made.parentNode;
      made.replaceWith(...made.childNodes);
      around.normalize();
    }
  }

  window.bookwheel = Object.assign(window.bookwheel || {}, {
    // Names as [words, address, title]; none of them takes all such links away.
    link_names(names) {
      run += 1;
      unlink();
      byFirst = new Map();
      for (const [words, address, title] of names) {
        const first = words.match(WORD)?.[0];
        if (!first || !words.startsWith(first)) continue;
        if (!byFirst.has(first)) byFirst.set(first, []);
        byFirst.get(first).push({words, address, title});
      }
      for (const those of byFirst.values()) those.sort((one, other) => other.words.length - one.words.length);
      section = new Set();
      if (byFirst.size) walk(document.getElementById('sheet') || document.body);
    },
    link_names_in(place) {
      section = new Set();
      if (byFirst.size) walk(place);
    },
  });
})();
