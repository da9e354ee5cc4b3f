// Puts another document into the page that is there, which keeps its styles, fonts and scripts: to load a page anew
// takes twice as long. Every script comes here first, to begin again with each document. `window.bookwheelLeft` tells
// it that a document is left.
(() => {
  const scripts = [];
  const BLOCKS_AROUND = 6;  // laid out at once on each side of the place that is gone to; more if they are low
  const sheet = () => document.getElementById('sheet');
  window.bookwheelLeft = new AbortController();
  window.bookwheelBegin = (begin) => { scripts.push(begin); begin(); };
  const leave = () => {
    window.bookwheelLeft.abort();
    window.bookwheelLeft = new AbortController();
    CSS.highlights.clear();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet === window.ownStyle);
  };
  window.bookwheel = Object.assign(window.bookwheel || {}, {
    replace_document(html, address) {
      const made = new DOMParser().parseFromString(html, 'text/html');
      const root = document.documentElement, given = made.documentElement;
      history.replaceState(null, '', address);
      leave();
      root.removeAttribute('data-finding');
      for (const {name, value} of given.attributes) root.setAttribute(name, value);
      document.title = made.title;
      document.body.replaceWith(document.importNode(made.body, true));
      sheet().classList.add('only-seen');
      scrollTo({top: 0, left: 0, behavior: 'instant'});
      for (const begin of scripts) begin();
      return true;
    },
    // Lay out the blocks around an element, so that it can be scrolled to while others have heights that are guessed.
    lay_out_around(element) {
      const block = element?.closest('#sheet.only-seen > *');
      if (!block) return;
      block.classList.add('laid');
      for (const side of ['previousElementSibling', 'nextElementSibling']) {
        let next = block[side];
        for (let height = 0; next && height < innerHeight;) {
          const some = [];
          for (; next && some.length < BLOCKS_AROUND; next = next[side]) some.push(next);
          for (const one of some) one.classList.add('laid');
          height += some.reduce((all, one) => all + one.offsetHeight, 0);
        }
      }
    },
    // Lay out the whole document; what is read stays where it is.
    lay_out_all() { sheet()?.classList.remove('only-seen'); },
  });
})();
