// Shows a card beside a link, made of what the link leads to. Chromium tells which link the pointer rests on.
(() => {
  const HEADINGS = 'h1, h2, h3, h4, h5, h6';
  const LEFT_OUT = '.sheet-crumbs, .sheet-labels, .sheet-ways, .sheet-languages, .properties, .code-copy, .remote-bar, .remote-show, .back,' +
    ' .footnote-backref, [href*="fnref"]';
  const LONGEST = 1100;
  let card = null;
  let link = null;

  const wanted = (isFocused) => {
    const at = isFocused ? document.activeElement : [...document.querySelectorAll('a:hover')].pop();
    return at instanceof HTMLElement && at.matches('a[href]:not(.card)') && !at.closest('.preview') ? at : null;
  };

  // The blocks that an anchor stands for: a heading with what follows up to the next one as high, or the element alone.
  function blocks(root, anchor) {
    const target = anchor && root.getElementById(anchor);
    if (anchor && !target) return [];
    const body = root.getElementById('sheet') || root.body;
    if (target && !target.matches(HEADINGS)) {
      const whole = target.closest('li, tr, dd, blockquote, figure') || target.closest('p, dt, div') || target;
      return whole === body ? [target] : [whole];
    }
    const found = target ? [target] : [];
    let length = 0;
    for (let next = target ? target.nextElementSibling : body.firstElementChild; next; next = next.nextElementSibling) {
      if (target && next.matches(HEADINGS) && next.localName <= target.localName) break;
      if (next.matches(LEFT_OUT) || (!target && next.matches('h1')) || next.matches('.footnotes, .footnote')) continue;
      found.push(next);
      length += next.textContent.length;
      if (length > LONGEST) break;
    }
    return found;
  }

  function show(title, parts, language, direction) {
    window.bookwheel.preview_end();
    if (!parts.length) return false;
    card = document.createElement('aside');
    card.className = 'preview';
    card.id = 'bookwheel-preview';
    card.setAttribute('role', 'note');
    if (language) card.lang = language;
    card.dir = direction;
    const same = (a, b) => a.trim().toLowerCase() === b.trim().toLowerCase();
    if (title && !(parts[0].matches(HEADINGS) && same(parts[0].textContent, title))) {
      const head = document.createElement('p');
      head.className = 'preview-title';
      head.textContent = title;
      card.append(head);
    }
    const inner = document.createElement('div');
    inner.className = 'preview-body';
    for (const part of parts) {
      const made = document.importNode(part, true);
      const all = [made, ...made.querySelectorAll('*')];
      for (const element of all) { element.removeAttribute('id'); element.removeAttribute('tabindex'); }
      for (const element of made.querySelectorAll(LEFT_OUT)) element.remove();
      if (made.localName === 'li' || made.localName === 'dd') {
        const box = document.createElement('div');
        box.append(...made.childNodes);
        inner.append(box);
      } else inner.append(made);
    }
    card.append(inner);
    document.body.append(card);
    place();
    link.setAttribute('aria-describedby', card.id);
    return true;
  }

  function place() {
    const at = [...link.getClientRects()].pop() || link.getBoundingClientRect();
    const wide = card.offsetWidth, high = card.offsetHeight, gap = 8;
    const left = Math.max(12, Math.min(at.left - 14, document.documentElement.clientWidth - wide - 12));
    const below = at.bottom + gap + high < innerHeight || at.top < innerHeight - at.bottom;
    card.style.left = `${left + scrollX}px`;
    card.style.top = `${scrollY + (below ? at.bottom + gap : Math.max(8, at.top - gap - high))}px`;
    if (card.lastChild.scrollHeight > card.lastChild.clientHeight + 2) card.classList.add('longer');
  }

  window.bookwheel = Object.assign(window.bookwheel || {}, {
    preview_here(anchor, isFocused) {
      const at = wanted(isFocused);
      if (!at || (at === link && card)) return Boolean(card);
      const parts = anchor ? blocks(document, anchor) : [];
      link = at;
      return show('', parts, '', getComputedStyle(document.body).direction);
    },
    preview_of(title, html, anchor, language, direction, isFocused) {
      const at = wanted(isFocused);
      if (!at) return false;
      const root = new DOMParser().parseFromString(html, 'text/html');
      link = at;
      const parts = blocks(root, anchor);
      return show(title, parts.length ? parts : blocks(root, ''), language, direction);
    },
    preview_link() { const at = wanted(true); return card ? 'shown' : at ? at.href : ''; },
    preview_held() { return Boolean(card && (card.matches(':hover') || link.matches(':hover'))); },
    preview_end() {
      if (card) card.remove();
      if (link) link.removeAttribute('aria-describedby');
      card = null;
    },
    preview_words() { return card ? card.textContent : ''; },
  });
  // The keyboard went elsewhere in the window.
  addEventListener('blur', () => { if (!window.bookwheel.preview_held()) window.bookwheel.preview_end(); },
    {signal: window.bookwheelLeft.signal});
})();
