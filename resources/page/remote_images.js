// Offers the images that lie on other computers, and puts those in place that the window says are there.
// Its buttons are links, `bookwheel://images/…`, that Chromium hands to the window; the number in them is drawn anew for
// every page, so that no link that a document writes can have an image fetched.
(() => {
  const words = window.bookwheelValues;
  const seal = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16)).join('');
  const MOST_HOSTS = 2;
  const MOST_ASKED = 2000;  // as many are answered at once; the others are asked for once these are shown
  const all = [];  // every image of the page, by the number in its button
  let boxes = [], collection = '';  // those that are not shown yet

  const make = (tag, name, text) => {
    const made = document.createElement(tag);
    made.className = name;
    made.textContent = text;
    return made;
  };
  const button = (wish, text, name = 'remote-show') => {
    const made = make('a', name, text);
    made.href = `bookwheel://images/${seal}/${wish}`;
    made.setAttribute('role', 'button');
    return made;
  };
  const isBlocked = (box) => box.dataset.state === 'blocked';

  const addresses = (some) => [...new Set(some.map((box) => box.dataset.src))].slice(0, MOST_ASKED);

  function draw(box) {
    const {number, state: how} = box.dataset;
    const alt = make('span', 'remote-alt', box.dataset.alt), host = make('bdi', 'remote-host', box.dataset.host);
    const parts = box.dataset.alt ? [alt, host] : [host];
    if (how === 'fetching') parts.push(make('span', 'remote-note', words.imageLoading));
    else if (how === 'failed') parts.push(make('span', 'remote-note', box.dataset.reason), button(`one/${number}`, words.imageAgain));
    else parts.push(button(`one/${number}`, words.imageShow));
    box.setAttribute('role', 'group');
    box.replaceChildren(...parts);
  }

  function add(root) {
    for (const box of root.querySelectorAll('.remote-image[data-src]:not([data-state])')) {
      box.dataset.state = 'blocked';
      box.dataset.number = all.push(box) - 1;
      boxes.push(box);
      draw(box);
    }
  }

  // One quiet line below the title; it goes once nothing waits for the person.
  function drawBar() {
    const blocked = boxes.filter(isBlocked);
    const bar = document.querySelector('.remote-bar') || make('div', 'remote-bar', '');
    if (!blocked.length) { bar.remove(); return; }
    const counts = new Map();
    for (const box of blocked) counts.set(box.dataset.host, (counts.get(box.dataset.host) || 0) + 1);
    const hosts = [...counts].sort((one, other) => other[1] - one[1]).slice(0, MOST_HOSTS).map((pair) => pair[0]);
    const count = new Set(blocked.map((box) => box.dataset.src)).size;
    const text = count === 1 ? words.imageOne : words.imageMany.replace('{count}', count.toLocaleString(words.numberLocale));
    const parts = [button('all', text)];
    for (const host of hosts) parts.push(button(`host/${encodeURIComponent(host)}`, words.imageHost.replace('{host}', () => host), 'remote-always'));
    if (collection) parts.push(button('collection', words.imageCollection.replace('{collection}', () => collection), 'remote-always'));
    bar.replaceChildren(...parts);
    if (bar.isConnected) return;
    const labels = document.querySelector('#sheet > .sheet-labels');
    if (labels) labels.after(bar);
    else document.getElementById('sheet')?.prepend(bar);
  }

  function put(box) {
    const image = document.createElement('img');
    image.alt = box.dataset.alt;
    if (box.title) image.title = box.title;
    for (const side of ['width', 'height']) if (box.dataset[side]) image.setAttribute(side, box.dataset[side]);
    image.src = `bookwheel://remote/?src=${encodeURIComponent(box.dataset.src)}`;
    const hadFocus = box.contains(document.activeElement);
    box.replaceWith(image);
    if (hadFocus) { image.tabIndex = -1; image.focus({preventScroll: true}); }
  }

  add(document);
  window.bookwheel = Object.assign(window.bookwheel || {}, {
    add_remote_images(root) { add(root); },
    // The addresses of the images that are not shown yet.
    remote_images() { return addresses(boxes); },
    // Images as [address, state, reason], and the collection's name.
    show_remote_images(images, name) {
      collection = name;
      const known = new Map(images.map(([url, how, reason]) => [url, [how, reason]]));
      boxes = boxes.filter((box) => {
        const [how, reason] = known.get(box.dataset.src) || [box.dataset.state, box.dataset.reason || ''];
        if (how === 'ready') { put(box); return false; }
        if (how !== box.dataset.state || reason !== (box.dataset.reason || '')) {
          Object.assign(box.dataset, {state: how, reason});
          draw(box);
        }
        return true;
      });
      drawBar();
    },
    // What a button's link asks for: [what, host, addresses], or nothing for a link of another page.
    image_wish(path) {
      const [given, what, which] = path.split('/').filter(Boolean);
      if (given !== seal) return null;
      const one = what === 'one' ? [all[which]].filter(Boolean) : boxes.filter(isBlocked);
      return [what, what === 'host' ? which : '', addresses(one)];
    },
  });
})();
