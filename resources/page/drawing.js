// Zooms and moves the picture of a canvas or drawing: buttons, keys, Ctrl with the wheel, a double click, a drag.
(() => {
  const values = window.bookwheelValues;
  const MOST = 4, STEP = 1.25;
  const NEAR = 4;  // pixels that a pointer may move while it presses

  function grow(figure) {
    const view = figure.querySelector('.board-view'), svg = view.querySelector('svg');
    const width = svg.width.baseVal.value, height = svg.height.baseVal.value;
    const tallest = () => Math.max(160, Math.min(innerHeight * 0.76, height * Math.min(1, view.clientWidth / width) + 2));
    const fit = () => Math.min(1, view.clientWidth / width, view.clientHeight / height);
    let scale = 0;  // 0 while all of it is shown

    // Zoom so that the point of the sheet below (x, y) of the view stays there.
    function zoom(to, x = view.clientWidth / 2, y = view.clientHeight / 2) {
      const before = svg.getBoundingClientRect(), frame = view.getBoundingClientRect();
      const across = (x + frame.left - before.left) / before.width, down = (y + frame.top - before.top) / before.height;
      scale = to > fit() ? Math.min(to, MOST) : 0;
      view.classList.toggle('zoomed', scale > 0);
      svg.style.width = scale ? `${width * scale}px` : '';
      svg.style.height = scale ? `${height * scale}px` : '';
      const after = svg.getBoundingClientRect();
      view.scrollLeft += after.left + across * after.width - frame.left - x;
      view.scrollTop += after.top + down * after.height - frame.top - y;
      look();
      count.textContent = `${Math.round((scale || fit()) * 100)} %`;
    }

    // Of very many cards only those in sight have words, and only while these can be read.
    const MARGIN = 300, READABLE = 0.2;
    const cards = figure.matches('.many') ? [...svg.querySelectorAll('foreignObject')].map((card) => {
      const of = (name) => card[name].baseVal.value;
      return {card, left: of('x'), top: of('y'), right: of('x') + of('width'), bottom: of('y') + of('height')};
    }) : [];
    let isWaiting = false;
    function show_words() {
      isWaiting = false;
      const by = scale || fit(), sheet = svg.getBoundingClientRect(), frame = view.getBoundingClientRect();
      const left = (frame.left - sheet.left) / by - MARGIN, top = (frame.top - sheet.top) / by - MARGIN;
      const right = left + view.clientWidth / by + 2 * MARGIN, bottom = top + view.clientHeight / by + 2 * MARGIN;
      for (const one of cards) {
        const isNear = by > READABLE && one.right > left && one.left < right && one.bottom > top && one.top < bottom;
        one.card.classList.toggle('near', isNear);
      }
    }
    const look = () => {
      if (!cards.length || isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(show_words);
    };
    view.addEventListener('scroll', look, {passive: true});

    const tools = document.createElement('div');
    tools.className = 'board-tools';
    const button = (text, label, press) => {
      const made = document.createElement('span');
      made.textContent = text;
      made.title = label;
      made.tabIndex = 0;
      made.setAttribute('role', 'button');
      made.setAttribute('aria-label', label);
      made.addEventListener('click', press);
      made.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        press();
        event.preventDefault();
      });
      tools.append(made);
      return made;
    };
    const now = () => scale || fit();
    button('−', values.zoomOutLabel, () => { zoom(now() / STEP); });
    const count = button('', values.actualSizeLabel, () => { zoom(1); });
    button('+', values.zoomInLabel, () => { zoom(now() * STEP); });
    button('⤢', values.fitLabel, () => { zoom(0); });
    figure.append(tools);
    const settle = () => { view.style.height = `${tallest()}px`; zoom(scale); };
    settle();

    view.addEventListener('wheel', (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const frame = view.getBoundingClientRect();
      zoom(now() * (event.deltaY < 0 ? STEP : 1 / STEP), event.clientX - frame.left, event.clientY - frame.top);
    }, {passive: false});
    view.addEventListener('dblclick', (event) => {
      const frame = view.getBoundingClientRect();
      zoom(scale ? 0 : 1, event.clientX - frame.left, event.clientY - frame.top);
    });
    view.addEventListener('keydown', (event) => {
      const to = {'+': now() * STEP, '=': now() * STEP, '-': now() / STEP, '0': 0, '1': 1}[event.key];
      if (to === undefined || event.ctrlKey || event.altKey || event.metaKey || event.target !== view) return;
      zoom(to);
      event.preventDefault();
      event.stopPropagation();
    });
    // A drag moves the sheet, over cards too, which lead somewhere when they are only pressed.
    let held = null, isMoved = false;
    view.addEventListener('dragstart', (event) => { event.preventDefault(); });
    view.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || event.pointerType === 'touch') return;
      held = {x: event.clientX, y: event.clientY, left: view.scrollLeft, top: view.scrollTop};
      isMoved = false;
    });
    view.addEventListener('pointermove', (event) => {
      if (!held) return;
      const across = held.x - event.clientX, down = held.y - event.clientY;
      if (!isMoved && Math.hypot(across, down) < NEAR) return;
      if (!isMoved) { isMoved = true; view.classList.add('held'); view.setPointerCapture(event.pointerId); }
      view.scrollLeft = held.left + across;
      view.scrollTop = held.top + down;
    });
    for (const end of ['pointerup', 'pointercancel']) {
      view.addEventListener(end, () => { held = null; view.classList.remove('held'); });
    }
    view.addEventListener('click', (event) => {
      if (isMoved) { event.preventDefault(); event.stopPropagation(); }
      isMoved = false;
    }, true);
    new ResizeObserver(settle).observe(figure);
  }

  for (const figure of document.querySelectorAll('#sheet > .board')) grow(figure);
})();
