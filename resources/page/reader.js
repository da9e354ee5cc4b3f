// What the window asks of a page: where the reader is, how to go elsewhere, which hit is current, and parts that come
// after the page. `web_view.py` calls the functions of `window.bookwheel` by their names.
(() => {
  const marks = () => [...document.querySelectorAll('mark.hit')];
  const headings = () => [...document.querySelectorAll('h1[id],h2[id],h3[id],h4[id],h5[id],h6[id],.line[id]')];
  // What is filtered away or folded is brought to light before one goes there.
  const reveal = (element) => {
    window.bookwheel.show_all(element);
    window.bookwheel.unfold(element);
    return element;
  };
  // A part that was never seen has a height that is guessed, and what lies lower in it cannot be scrolled to.
  const laid = (element) => {
    const part = element?.closest('.part');
    if (part) part.style.contentVisibility = 'visible';
    window.bookwheel.lay_out_around(element);
    return element;
  };
  const show = (element) => laid(reveal(element)).scrollIntoView({block: 'center', behavior: 'instant'});
  let landed = null;
  // Pixels below the window's edge at which a heading is landed on.
  const EDGE = 28;
  // From where to where a section goes, in pixels of the page.
  const extent = (heading, next) => {
    const place = (element) => element.getBoundingClientRect().top + scrollY;
    return [heading ? place(heading) : 0, next ? place(next) : document.documentElement.scrollHeight];
  };
  // How many headings stand above a line of the window, by halving: a page may have thousands.
  const countAbove = (all, line) => {
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (all[middle].getBoundingClientRect().top > line) high = middle; else low = middle + 1;
    }
    return low;
  };
  const letters = (text) => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
  // The first letters and digits of the page from an element on.
  const lettersFrom = (element, count) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    walker.currentNode = element;
    let text = '';
    while (text.length < count && walker.nextNode()) text += letters(walker.currentNode.data);
    return text;
  };
  // With which of some marks a passage begins, -1 for none: a mark's own words alone are not enough.
  const beginning = (some, passage) => {
    const wanted = letters(passage);
    const shared = some.map((mark) => {
      const text = lettersFrom(mark, wanted.length);
      let length = 0;
      while (length < wanted.length && text[length] === wanted[length]) length += 1;
      return length > letters(mark.textContent).length ? length : 0;
    });
    const most = Math.max(0, ...shared);
    return most ? shared.indexOf(most) : -1;
  };
  const BLOCKS = 'main :is(p, li, dt, dd, pre, td, th, h1, h2, h3, h4, h5, h6, .line)';
  const begins = (element) => element.textContent.slice(0, 300);
  window.bookwheel = Object.assign(window.bookwheel || {}, {
    spy() {
      // A section that was gone to counts until one scrolls on: near the end of a page it cannot come to the top.
      if (landed && landed.at === scrollY && landed.target.isConnected)
        return [landed.target.id, scrollY, this.seen(landed.target), this.left()];
      landed = null;
      const mark = document.querySelector('mark.hit.here');
      const at = mark ? mark.getBoundingClientRect().top : -1;
      // The line above which a heading counts as passed: the current hit while it is seen, else a third down.
      const line = at >= 0 && at < innerHeight ? at + 1 : Math.min(innerHeight * 0.36, 110 + scrollY);
      const all = headings();
      const low = countAbove(all, line);
      return [low ? all[low - 1].id : 'top', scrollY, this.seen(low && all[low - 1]), this.left()];
    },
    // Where the page would be left: the section at the upper edge, how much of it lies above, and whether the end is seen.
    left() {
      const all = headings();
      const low = countAbove(all, EDGE + 1);
      const [start, end] = extent(low ? all[low - 1] : null, all[low]);
      const depth = end > start ? (scrollY + EDGE - start) / (end - start) : 0;
      const foot = document.querySelector('.sheet-ways, .sheet-languages');
      const bottom = foot ? foot.getBoundingClientRect().top : document.documentElement.scrollHeight - scrollY;
      const isWhole = !document.querySelector('.part[data-part]');
      const anchor = low ? all[low - 1].id : 'top';
      return [anchor, scrollY ? Math.max(0, depth) : 0, isWhole && bottom <= innerHeight + 8];
    },
    // Go back to where it was left.
    resume(anchor, depth) {
      const all = headings();
      const at = anchor && anchor !== 'top' ? all.findIndex((element) => element.id === anchor) : -1;
      if (at < 0 && anchor && anchor !== 'top') return this.at(anchor);
      landed = null;
      if (at >= 0) laid(reveal(all[at]));
      const [start, end] = extent(at < 0 ? null : all[at], all[at + 1]);
      scrollTo({top: Math.max(0, start + depth * (end - start) - EDGE), behavior: 'instant'});
      return true;
    },
    // What is read, and how far below the window's edge: a block by its words, and the heading above it.
    seen(heading) {
      const found = [60, 100, 140, 180].map((y) => document.elementFromPoint(innerWidth / 2, y)?.closest(BLOCKS));
      const block = found.find(Boolean);
      const place = (element) => element.getBoundingClientRect().top;
      const above = heading ? [heading.id, place(heading)] : ['', 0];
      return [...(block ? [begins(block), place(block)] : ['', 0]), ...above];
    },
    // Bring it back to where it was, after the document has changed above it.
    hold([words, at, anchor, above]) {
      const same = words ? [...document.querySelectorAll(BLOCKS)].filter((element) => begins(element) === words) : [];
      const target = same.length === 1 ? same[0] : document.getElementById(anchor);
      const was = same.length === 1 ? at : above;
      if (target) scrollTo({top: scrollY + target.getBoundingClientRect().top - was, behavior: 'instant'});
    },
    mark_section(anchor) {
      const heading = document.getElementById(anchor)?.closest('h1,h2,h3,h4,h5,h6');
      if (!heading) return false;
      heading.classList.add('linked');
      const isNext = (element) => /^H[1-6]$/.test(element.tagName) || element.matches('.part');
      for (let element = heading.nextElementSibling; element && !isNext(element); element = element.nextElementSibling)
        element.classList.add('linked');
      return true;
    },
    at(anchor) {
      for (const element of document.querySelectorAll('.linked')) element.classList.remove('linked');
      landed = null;
      if (!anchor || anchor === 'top') { scrollTo({top: 0, behavior: 'instant'}); return true; }
      if (document.getElementById(anchor)?.hidden) this.restore_rows();
      const target = document.getElementById(anchor);
      if (!target) return false;
      laid(reveal(target));
      const above = document.querySelector('#sheet > .table-bar') ? 48 : 28;
      scrollTo({top: scrollY + target.getBoundingClientRect().top - above, behavior: 'instant'});
      landed = headings().includes(target) ? {target, at: scrollY} : null;
      return true;
    },
    current(index) {
      this.restore_rows();
      const all = marks();
      if (!all.length) return [0, 0];
      index = ((index % all.length) + all.length) % all.length;
      all.forEach((element, at) => element.classList.toggle('here', at === index));
      landed = null;
      show(all[index]);
      return [index + 1, all.length];
    },
    hit(anchor, passage = '') {
      this.restore_rows();
      const all = marks();
      const start = anchor && anchor !== 'top' ? document.getElementById(anchor) : null;
      const next = headings();
      const end = start ? next[next.indexOf(start) + 1] : (anchor === 'top' ? next[0] : null);
      const after = (a, b) => a && (a === b || a.contains(b) || (a.compareDocumentPosition(b) & 4));
      const within = (element) => (!start || after(start, element)) && !(end && after(end, element));
      const body = [...all.keys()].filter((at) => within(all[at]) && !(start && start.contains(all[at])));
      const named = passage ? beginning(body.map((at) => all[at]), passage) : -1;
      // Else the first of those that hold most of the words side by side.
      const words = (at) => all[at].textContent.trim().split(/\s+/).length;
      const fullest = (one, other) => (words(other) > words(one) ? other : one);
      const found = named >= 0 ? body[named] : (body.length ? body.reduce(fullest) : all.findIndex(within));
      if (found < 0) { this.at(anchor); return [0, all.length]; }
      return this.current(found);
    },
    reveal,
    theme(name) { document.documentElement.dataset.theme = name; },
    theme_name() { return document.documentElement.dataset.theme; },
    marked() {
      const mark = document.querySelector('mark.hit.here');
      const above = mark && headings().filter((element) => element.compareDocumentPosition(mark) & 4).pop();
      return above ? above.textContent : '';
    },
    press(words) {
      const found = [...document.links].find((link) => link.textContent.includes(words));
      if (found) found.click();
      return Boolean(found);
    },
    wanted() {
      const near = innerHeight * 1.5;
      const waiting = [...document.querySelectorAll('.part[data-part]')];
      const seen = waiting.find((element) => {
        const place = element.getBoundingClientRect();
        return place.bottom > -near && place.top < innerHeight + near;
      });
      return [Number((seen || waiting[0] || {dataset: {part: 0}}).dataset.part), Boolean(seen)];
    },
    fill(part, html, anchor) {
      const place = document.querySelector(`.part[data-part="${part}"]`);
      if (!place) return false;
      const made = document.createElement('template');
      made.innerHTML = html;
      // Footnotes are numbered anew in every part.
      for (const element of made.content.querySelectorAll('[id^="doc:fn"]')) element.id += `.${part}`;
      for (const element of made.content.querySelectorAll('a[href^="#doc:fn"]')) element.hash += `.${part}`;
      place.replaceChildren(made.content);
      this.add_copy_buttons(place);
      this.add_remote_images(place);
      this.grow_tables();
      this.shorten_long();
      this.find_folds();
      this.link_names_in(place);
      place.style.height = '';
      delete place.dataset.part;
      const target = anchor && document.getElementById(anchor);
      return Boolean(target) && place.contains(target);
    },
    marks_now() {
      const all = marks();
      return [all.findIndex((element) => element.classList.contains('here')) + 1, all.length + this.marks_left_out()];
    },
    marks_total() { return marks().length + this.marks_left_out(); },
    scroll(top) { scrollTo({top, behavior: 'instant'}); },
  });
  // About as high as what will stand there.
  for (const element of document.querySelectorAll('.part')) element.style.height = `${element.dataset.size * 0.45}px`;
})();
