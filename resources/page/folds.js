// Folds what is indented in source code and data files: a triangle beside each line that opens a block, and a bar above.
(() => {
  const values = window.bookwheelValues;
  const SECTIONED = new Set(['toml', 'ini', 'properties']);  // a heading in brackets opens what follows it
  const LEVELS = [1, 2, 3];
  const known = new WeakMap();
  const folded = new Set();
  let lines = [];
  let bar = null;

  function read(element, language) {
    const text = element.textContent.replace(/\n$/, '');
    const blank = text.match(/^[ \t]*/)[0];
    return {
      element,
      language,
      indent: blank.replace(/\t/g, '    ').length,
      isBlank: blank.length === text.length,
      isEntry: /^-(\s|$)/.test(text.slice(blank.length)),
      isHeading: SECTIONED.has(language) && text[blank.length] === '[',
      opens: /:\s*(#.*)?$/.test(text) || /:\s+[&!]\S+$/.test(text),
      button: null,
    };
  }

  const after = (at) => { while (at < lines.length && lines[at].isBlank) at += 1; return at; };

  // Whether a line stands in what another one opens.
  function isWithin(line, opener) {
    if (opener.isHeading) return !line.isHeading;
    if (line.indent > opener.indent) return true;
    return opener.language === 'yaml' && line.indent === opener.indent && line.isEntry && !opener.isEntry && opener.opens;
  }

  function opens(at) {
    const next = after(at + 1);
    return !lines[at].isBlank && next < lines.length && isWithin(lines[next], lines[at]);
  }

  function lastOf(at) {
    let last = at;
    for (let next = after(at + 1); next < lines.length && isWithin(lines[next], lines[at]); next = after(next + 1)) last = next;
    return last;
  }

  function addButton(line) {
    const button = document.createElement('button');
    button.className = 'fold';
    button.type = 'button';
    button.tabIndex = -1;
    button.setAttribute('aria-expanded', 'true');
    button.setAttribute('aria-label', values.foldLabel);
    line.element.prepend(button);
    line.button = button;
  }

  function apply() {
    let until = -1;
    lines.forEach((line, at) => {
      const isAway = at <= until;
      if (line.element.classList.contains('away') !== isAway) {
        line.element.classList.toggle('away', isAway);
        if (isAway) line.element.setAttribute('aria-hidden', 'true'); else line.element.removeAttribute('aria-hidden');
      }
      const isFolded = folded.has(line.element);
      const last = isFolded ? lastOf(at) : at;
      if (line.button && line.element.classList.contains('folded') !== isFolded) setFolded(line, isFolded);
      if (isFolded) {
        const count = line.element.querySelector(':scope > .fold-count');
        const words = last - at === 1 ? values.lineCount : values.linesCount.replace('{count}', String(last - at));
        if (count) count.dataset.count = `⋯ ${words}`;
        until = Math.max(until, last);
      }
    });
  }

  function setFolded(line, isFolded) {
    line.element.classList.toggle('folded', isFolded);
    line.button.setAttribute('aria-expanded', String(!isFolded));
    const old = line.element.querySelector(':scope > .fold-count');
    if (old) { old.remove(); line.element.normalize(); }
    const end = line.element.lastChild;
    if (isFolded && end?.nodeType === Node.TEXT_NODE) {
      const count = document.createElement('span');
      count.className = 'fold-count';
      line.element.insertBefore(count, end.data.endsWith('\n') ? end.splitText(end.data.length - 1) : null);
    }
  }

  function toggle(element, isFolded) {
    if (isFolded) folded.add(element); else folded.delete(element);
    apply();
  }

  // Fold all blocks that lie as deep as this or deeper.
  function foldTo(level) {
    folded.clear();
    const open = [];
    lines.forEach((line, at) => {
      if (!line.button) return;
      while (open.length && open[open.length - 1] < at) open.pop();
      if (open.length >= level) folded.add(line.element);
      open.push(lastOf(at));
    });
    apply();
  }

  function addBar(source) {
    bar = document.createElement('div');
    bar.className = 'fold-bar';
    bar.setAttribute('role', 'toolbar');
    bar.setAttribute('aria-label', values.foldLabel);
    const add = (label, name, act) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = label;
      button.title = name;
      button.setAttribute('aria-label', name);
      button.addEventListener('click', act);
      bar.append(button);
    };
    add(values.foldAll, values.foldAll, () => foldTo(0));
    for (const level of LEVELS) {
      add(String(level), values.foldLevel.replace('{level}', String(level)), () => foldTo(level));
    }
    add(values.unfoldAll, values.unfoldAll, () => { folded.clear(); apply(); });
    source.before(bar);
  }

  const stops = () => lines.filter((line) => line.button && !line.element.classList.contains('away'));

  function onKey(event) {
    if (!event.target.matches('.fold')) return;
    const line = event.target.closest('.line');
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') toggle(line, event.key === 'ArrowLeft');
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const all = stops();
      const next = all[all.findIndex((one) => one.element === line) + (event.key === 'ArrowUp' ? -1 : 1)];
      if (next) {
        event.target.tabIndex = -1;
        next.button.tabIndex = 0;
        next.button.focus();
      }
    } else return;
    event.preventDefault();
  }

  function look() {
    const sources = [...document.querySelectorAll('pre.source[data-language]')];
    if (!sources.length) return;
    lines = [];
    for (const source of sources) {
      for (const element of source.querySelectorAll(':scope > .line')) {
        if (!known.has(element)) known.set(element, read(element, source.dataset.language));
        lines.push(known.get(element));
      }
    }
    let isFirst = !bar;
    lines.forEach((line, at) => {
      if (line.button || !opens(at)) return;
      addButton(line);
      if (isFirst) line.button.tabIndex = 0;
      isFirst = false;
    });
    for (const source of sources) {
      if (source.classList.contains('foldable') || !source.querySelector('.fold')) continue;
      source.classList.add('foldable');
      source.addEventListener('keydown', onKey);
      source.addEventListener('click', (event) => {
        const line = event.target.closest('.fold, .fold-count')?.closest('.line');
        if (line) toggle(line, !folded.has(line));
      });
      if (!bar) addBar(source);
    }
    if (folded.size) apply();
  }

  window.bookwheel = Object.assign(window.bookwheel || {}, {
    find_folds: look,
    // Open all blocks that an element stands in.
    unfold(element) {
      const wanted = element.closest('.line.away');
      const at = wanted ? lines.findIndex((line) => line.element === wanted) : -1;
      if (at < 0) return;
      lines.forEach((line, number) => {
        if (number < at && folded.has(line.element) && lastOf(number) >= at) folded.delete(line.element);
      });
      apply();
    },
    fold_to(level) { foldTo(level); return lines.filter((line) => line.element.classList.contains('away')).length; },
  });
  look();
})();
