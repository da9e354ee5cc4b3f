// Draws what a person highlighted, and marks bookmarks and notes in the margin; tells what is selected.
(() => {
  const UNREAD = '.katex-mathml, script, style, [hidden], .code-copy, .remote-bar, .remote-show, .table-bar, .show-all, .fold-bar, .part[data-part]';
  const BLOCK = 'p,li,td,th,h1,h2,h3,h4,h5,h6,pre,div,blockquote,dt,dd,figcaption,summary,nav,section,main,.line';
  const HEADINGS = '#sheet :is(h1,h2,h3,h4,h5,h6)[id]';
  const CONTEXT = 64, APART = 26;
  const WORD = /[\p{L}\p{N}]+/gu;
  // Chromium runs no timers where the page's own JavaScript is off, but it delivers messages.
  const channel = new MessageChannel();
  const left = window.bookwheelLeft.signal;
  let marks = [], drawn = [], isWaiting = false, labels = {};
  channel.port1.onmessage = () => { isWaiting = false; if (!left.aborted) draw(); };
  const soon = () => { if (!isWaiting && marks.length) { isWaiting = true; channel.port2.postMessage(0); } };

  const lower = (word) => {
    const low = word.toLowerCase();
    return low.length === word.length ? low : [...word].map((letter) => {
      const one = letter.toLowerCase();
      return one.length === letter.length ? one : letter;
    }).join('');
  };
  const fold = (text) => [...text.matchAll(WORD)].map((found) => lower(found[0])).join('');

  const sheet = () => document.getElementById('sheet');
  function nodes() {
    const found = [];
    const walker = document.createTreeWalker(sheet() || document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
      (node) => {
        if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
        return node.matches(UNREAD) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
      });
    while (walker.nextNode()) found.push(walker.currentNode);
    return found;
  }

  // The page by its letters alone: where each run of them begins among all, and where that is in the page.
  function read() {
    const runs = [], pieces = [];
    let length = 0;
    for (const node of nodes())
      for (const found of node.data.matchAll(WORD)) {
        runs.push({start: length, node, offset: found.index});
        pieces.push(lower(found[0]));
        length += found[0].length;
      }
    return {runs, letters: pieces.join('')};
  }
  function spot(runs, at) {
    let low = 0, high = runs.length;
    while (low < high) { const middle = (low + high) >> 1; if (runs[middle].start > at) high = middle; else low = middle + 1; }
    const run = runs[low - 1];
    return [run.node, run.offset + at - run.start];
  }
  const common = (one, other) => {
    let count = 0;
    while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
    return count;
  };
  const turned = (text) => [...text].reverse().join('');
  const follows = (one, other) => Boolean(one.compareDocumentPosition(other) & 4);

  function find(page, mark) {
    const wanted = fold(mark.quote), before = turned(fold(mark.prefix)), after = fold(mark.suffix);
    if (!wanted) return null;
    const heading = mark.anchor && document.getElementById(mark.anchor);
    let best = null;
    for (let at = page.letters.indexOf(wanted); at >= 0; at = page.letters.indexOf(wanted, at + 1)) {
      const end = at + wanted.length;
      const left = turned(page.letters.slice(Math.max(0, at - before.length), at));
      let score = common(left, before) + common(page.letters.slice(end, end + after.length), after);
      if (heading && follows(heading, spot(page.runs, at)[0])) score += 0.5;
      if (!best || score > best.score) best = {at, end, score};
    }
    if (!best) return null;
    const range = document.createRange();
    range.setStart(...spot(page.runs, best.at));
    const [node, offset] = spot(page.runs, best.end - 1);
    range.setEnd(node, offset + 1);
    return range;
  }

  function draw() {
    const page = marks.some((mark) => mark.quote) ? read() : null;
    drawn = marks.map((mark) => ({mark, range: mark.quote ? find(page, mark) : null}));
    for (const colour of ['yellow', 'blue', 'orange', 'purple', 'plain']) {
      const own = drawn.filter(({mark, range}) => range && (mark.colour || 'plain') === colour);
      const name = `annotation-${colour}`, ranges = own.map(({range}) => range);
      if (ranges.length) CSS.highlights.set(name, Object.assign(new Highlight(...ranges), {priority: -1}));
      else CSS.highlights.delete(name);
    }
    place();
  }

  function margin() {
    let made = document.getElementById('bookwheel-margin');
    if (!made) {
      made = document.createElement('div');
      made.id = 'bookwheel-margin';
      document.body.append(made);
    }
    return made;
  }
  function place() {
    const box = margin(), right = sheet() ? sheet().getBoundingClientRect().right : innerWidth - 40;
    const found = drawn.filter(({mark}) => mark.note || mark.kind === 'bookmark').map(({mark, range}) => {
      const target = range || (mark.quote ? null : document.getElementById(mark.anchor) || document.querySelector('#sheet h1'));
      return target && {mark, top: target.getBoundingClientRect().top + scrollY};
    }).filter(Boolean).sort((one, other) => one.top - other.top);
    let least = 0;
    box.replaceChildren(...found.map(({mark, top}) => {
      const link = document.createElement('a');
      link.href = `bookwheel://annotation/${mark.id}`;
      link.className = `margin-mark ${mark.note ? 'note' : 'bookmark'} ${mark.colour || ''}`;
      link.title = mark.note || labels.bookmark;
      link.setAttribute('aria-label', mark.note ? `${labels.note}: ${mark.note}` : labels.bookmark);
      least = Math.max(top, least);
      link.style.top = `${least}px`;
      link.style.left = `${Math.min(right + 8, document.documentElement.clientWidth - 26)}px`;
      least += APART;
      return link;
    }));
  }

  const at = (x, y) => drawn.find(({range}) => range && [...range.getClientRects()].some((box) =>
    x >= box.left && x <= box.right && y >= box.top && y <= box.bottom))?.mark.id;

  function selected() {
    const selection = getSelection();
    if (!selection.rangeCount || selection.isCollapsed || !sheet()?.contains(selection.anchorNode)) return null;
    const range = selection.getRangeAt(0), all = nodes(), inside = [];
    all.forEach((node, row) => { if (range.intersectsNode(node)) inside.push(row); });
    const piece = (node) => node.data.slice(
      node === range.startContainer ? range.startOffset : 0,
      node === range.endContainer ? range.endOffset : node.data.length);
    let quote = '', block = null;
    for (const row of inside) {
      const around = all[row].parentElement.closest(BLOCK);
      if (block && around !== block && quote.trim()) quote += '\n';
      block = around;
      quote += piece(all[row]).replace(/\s+/g, ' ');
    }
    quote = quote.split('\n').map((line) => line.trim()).filter(Boolean).join('\n');
    if (!fold(quote)) return null;
    const first = all[inside[0]], last = all[inside[inside.length - 1]];
    let prefix = first === range.startContainer ? first.data.slice(0, range.startOffset) : '';
    for (let row = inside[0] - 1; row >= 0 && prefix.length < CONTEXT; row -= 1) prefix = `${all[row].data} ${prefix}`;
    let suffix = last === range.endContainer ? last.data.slice(range.endOffset) : '';
    for (let row = inside[inside.length - 1] + 1; row < all.length && suffix.length < CONTEXT; row += 1)
      suffix += ` ${all[row].data}`;
    const above = [...document.querySelectorAll(HEADINGS)].filter((one) => follows(one, first)).pop();
    const box = range.getBoundingClientRect();
    return {
      quote, prefix: prefix.slice(-CONTEXT), suffix: suffix.slice(0, CONTEXT),
      anchor: above ? above.id : '', box: [box.left, box.top, box.right, box.bottom],
    };
  }

  const changes = new MutationObserver(soon), sizes = new ResizeObserver(() => { if (drawn.length) place(); });
  changes.observe(sheet() || document.body, {childList: true, subtree: true, characterData: true});
  sizes.observe(document.body);
  left.addEventListener('abort', () => { changes.disconnect(); sizes.disconnect(); marks = []; drawn = []; });
  document.addEventListener('click', (event) => {
    if (event.target.closest('a, button, summary, input') || !getSelection().isCollapsed) return;
    const id = at(event.clientX, event.clientY);
    if (!id) return;
    const link = document.createElement('a');
    link.href = `bookwheel://annotation/${id}`;
    margin().append(link);
    link.click();
    link.remove();
  }, {signal: left});

  window.bookwheel = Object.assign(window.bookwheel || {}, {
    annotate(given, words) { marks = given; labels = words; draw(); return drawn.filter(({range}) => range).length; },
    bring_annotation(id) {
      const range = drawn.find(({mark}) => mark.id === id)?.range;
      if (!range) return false;
      window.bookwheel.reveal(range.startContainer.parentElement);
      for (let outer = range.startContainer.parentElement; outer; outer = outer.parentElement)
        if (outer.tagName === 'DETAILS') outer.open = true;
      scrollBy({top: range.getBoundingClientRect().top - innerHeight * 0.33, behavior: 'instant'});
      return true;
    },
    annotations_drawn() { return drawn.filter(({range}) => range).map(({mark, range}) => [mark.id, range.toString()]); },
    selection: selected,
    anchor_at(x, y) {
      const pressed = document.elementFromPoint(x, y);
      const isAbove = (one) => one === pressed || one.contains(pressed) || (pressed && follows(one, pressed));
      return [...document.querySelectorAll(HEADINGS)].filter(isAbove).pop()?.id || '';
    },
    end_selection() { getSelection().empty(); },
  });
})();
