// Cuts what is long to a few lines, with a button that shows all: outputs of cells, and what messages quote.
(() => {
  const values = window.bookwheelValues;
  const KINDS = [
    {select: '.cell-out > :is(.code, .table)', most: 420, short: 240},
    {select: '.message > blockquote', most: 130, short: 64},
  ];
  let number = 0;

  function shorten(element, short) {
    const frame = document.createElement('div');
    const body = document.createElement('div');
    const button = document.createElement('button');
    frame.className = 'shortened short';
    frame.style.setProperty('--short-height', `${short}px`);
    body.className = 'shortened-body';
    body.id = `shortened-${number += 1}`;
    button.className = 'show-all';
    button.type = 'button';
    button.setAttribute('aria-controls', body.id);
    element.replaceWith(frame);
    body.append(element);
    frame.append(body, button);
    button.addEventListener('click', () => { set(frame, frame.classList.contains('short')); });
    set(frame, false);
  }

  function set(frame, isOpen) {
    const button = frame.lastElementChild;
    frame.classList.toggle('short', !isOpen);
    button.textContent = isOpen ? values.showLess : values.showAll;
    button.setAttribute('aria-expanded', String(isOpen));
  }

  function look() {
    for (const {select, most, short} of KINDS) {
      const tall = [...document.querySelectorAll(select)].filter((element) => element.offsetHeight > most);
      for (const element of tall) shorten(element, short);
    }
  }

  window.bookwheel = Object.assign(window.bookwheel || {}, {
    shorten_long: look,
    // Show all of what an element stands in.
    show_all(element) {
      const frame = element.closest('.shortened.short');
      if (frame) set(frame, true);
    },
  });
  look();
})();
