// Finds words in a page's text as a reader sees it, and marks them. Parts that are not on the page yet are counted in.
// Chromium's own search ends where the page ends, which of a large document is at first its beginning.
(() => {
  const UNSEEN = '.katex-mathml, script, style, [hidden], .code-copy, .remote-bar, .remote-show, .table-bar, .show-all, .fold-bar';
  const BLOCK = 'p,li,td,th,h1,h2,h3,h4,h5,h6,pre,div,blockquote,dt,dd,figcaption,summary,nav,section,main,.line';
  const SHOWN = 1000;  // as many are marked on either side of the current one
  let nodes = [], starts = [], gaps = [], text = '', isStale = true, here = null, words = '', matches = [];
  const changes = new MutationObserver(() => { isStale = true; });
  changes.observe(document.documentElement, {childList: true, subtree: true, characterData: true});
  window.bookwheelLeft.signal.addEventListener('abort', () => changes.disconnect());
  // Lower case without accents, each letter as long as it was.
  const bare = (piece) => {
    const lower = piece.toLowerCase();
    const same = lower.length === piece.length ? lower : [...piece].map((letter) => {
      const low = letter.toLowerCase();
      return low.length === letter.length ? low : letter;
    }).join('');
    return same.replace(/[\u00c0-\u024f\u0370-\u03ff\u1e00-\u1fff]/g, (letter) => letter.normalize('NFD')[0]);
  };
  const read = () => {
    nodes = []; starts = []; gaps = [];
    const pieces = [];
    let length = 0, block = null;
    const add = (piece) => { pieces.push(piece); length += piece.length; };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
      if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
      if (node.matches('.part[data-part]')) {
        gaps.push({part: Number(node.dataset.part), at: length});
        return NodeFilter.FILTER_REJECT;
      }
      return node.matches(UNSEEN) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
    });
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const around = node.parentElement.closest(BLOCK);
      if (around !== block) { add('\0'); block = around; }
      nodes.push(node);
      starts.push(length);
      add(node.data);
    }
    text = bare(pieces.join('')).replace(/\s/g, ' ');
    isStale = false;
  };
  const match = () => {
    const quoted = bare(words).trim().split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
    matches = [];
    if (!quoted[0]) return;
    for (const found of text.matchAll(new RegExp(quoted.join(' +'), 'g'))) matches.push([found.index, found[0].length]);
  };
  const first = (all, is) => {  // the first one of which it is so, by halving
    let low = 0, high = all.length;
    while (low < high) { const middle = (low + high) >> 1; if (is(all[middle])) high = middle; else low = middle + 1; }
    return low;
  };
  const spot = (at, isEnd) => {
    const row = first(starts, (start) => (isEnd ? start >= at : start > at)) - 1;
    return [nodes[row], Math.min(at - starts[row], nodes[row].data.length)];
  };
  const range = ([at, length], kind = StaticRange) => {
    const [startContainer, startOffset] = spot(at, false), [endContainer, endOffset] = spot(at + length, true);
    if (kind === StaticRange) return new StaticRange({startContainer, startOffset, endContainer, endOffset});
    const live = document.createRange();
    live.setStart(startContainer, startOffset);
    live.setEnd(endContainer, endOffset);
    return live;
  };
  const place = () => {  // where the current match stands in the text
    const row = here ? nodes.indexOf(here.startContainer) : -1;
    return row < 0 ? -1 : starts[row] + here.startOffset;
  };
  const seen = () => {  // where the text begins that is in sight
    const row = first(nodes, (node) => node.parentElement.getBoundingClientRect().bottom > 0);
    return row < nodes.length ? starts[row] : 0;
  };
  // The match to go to, or the part to be set because it holds the next one: `from` is left out when `isOn` it.
  const next = (waiting, from, by, isOn) => {
    const isBack = by < 0, last = matches.length - 1;
    let row = first(matches, ([at]) => at >= from);
    row += isBack ? -1 : Number(isOn);
    let gap = isBack ? waiting.findLast((part) => part.at <= from) : waiting.find((part) => part.at > from);
    if ((row < 0 || row > last) && !gap) {  // round the end
      row = isBack ? last : 0;
      gap = isBack ? waiting[waiting.length - 1] : waiting[0];
    }
    const at = row >= 0 && row <= last ? matches[row][0] : isBack ? -1 : Infinity;
    return gap && (isBack ? gap.at > at : gap.at <= at) ? {part: gap.part} : {row};
  };
  const paint = (row) => {
    document.documentElement.toggleAttribute('data-finding', true);
    const near = matches.slice(Math.max(0, row - SHOWN), row + SHOWN);
    CSS.highlights.set('found', new Highlight(...near.map((found) => range(found))));
    if (here) CSS.highlights.set('found-here', Object.assign(new Highlight(here), {priority: 1}));
    else CSS.highlights.delete('found-here');
  };
  const bring = () => {
    window.bookwheel.reveal(here.startContainer.parentElement);
    for (let outer = here.startContainer.parentElement; outer; outer = outer.parentElement) {
      if (outer.tagName === 'DETAILS') outer.open = true;
    }
    const box = here.getBoundingClientRect();
    if (box.top < 60 || box.bottom > innerHeight - 40) {
      here.startContainer.parentElement.scrollIntoView({block: 'center', behavior: 'instant'});
      const now = here.getBoundingClientRect();  // of a long paragraph the words themselves, not its middle
      scrollBy({top: now.top - innerHeight * 0.4, behavior: 'instant'});
    }
    if (box.left < 0 || box.right > innerWidth) here.startContainer.parentElement.scrollIntoView({inline: 'center'});
  };
  window.bookwheel = Object.assign(window.bookwheel || {}, {
    bare,
    text_changed() { isStale = true; },
    // Which match is current from 1 (0: none), of how many, and the part of the page that must be set first (0: none).
    // `by` goes on (1) or back (-1), or only counts (0); `counts` tells what stands in parts that are not set. `kept`
    // is the match that was current, from 1: on a page that came again it is so once more, and the page stays.
    find(asked, by, counts, kept = 0) {
      const isNew = asked !== words;
      if (isNew) this.show_all_rows();
      words = asked;
      if (!words.trim()) { this.end_find(); return [0, 0, 0]; }
      if (isStale) read();
      match();
      const waiting = gaps.filter((gap) => counts[gap.part] > 0);
      const sum = (some) => some.reduce((all, gap) => all + counts[gap.part], 0);
      const total = matches.length + sum(waiting);
      const rowAt = (start) => first(matches, ([at]) => at >= start);
      const rank = (start) => rowAt(start) + 1 + sum(waiting.filter((gap) => gap.at <= start));
      const isAt = (start) => start >= 0 && matches[rowAt(start)]?.[0] === start;
      let at = place();
      if (kept && !isAt(at)) {
        const start = matches[first(matches, ([each]) => rank(each) >= kept)]?.[0] ?? -1;
        if (start >= 0 && rank(start) === kept) at = start;
      }
      const from = at < 0 ? seen() : at, isOn = isAt(at);
      if (!by && !isOn) { here = null; paint(0); return [0, total, 0]; }
      const isStaying = isOn && (!by || (isNew && !kept));
      const {row, part} = isStaying ? {row: rowAt(at)} : next(waiting, from, by, isOn);
      if (!matches.length && !part) here = null;
      if (part || !matches.length) { paint(0); return [0, total, part || 0]; }
      here = range(matches[row], Range);
      paint(row);
      if (!isStaying) bring();
      return [rank(matches[row][0]), total, 0];
    },
    // What was found last stays chosen, so that Tab goes on from there.
    end_find() {
      if (here) {
        getSelection().setBaseAndExtent(here.startContainer, here.startOffset, here.endContainer, here.endOffset);
      }
      document.documentElement.removeAttribute('data-finding');
      CSS.highlights.delete('found');
      CSS.highlights.delete('found-here');
      words = ''; here = null;
    },
    found_words() { return here ? here.toString() : ''; },
    is_found_in_sight() {
      const box = here && here.getBoundingClientRect();
      return Boolean(box) && box.top >= 0 && box.bottom <= innerHeight;
    },
  });
})();
