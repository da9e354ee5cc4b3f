// Puts a button on each block of code. It is a link, `bookwheel://code/…`, that Chromium hands to the window.
// The number in the links is drawn anew for every page, so that no link which a document writes can copy anything.
(() => {
  const label = window.bookwheelValues.copyLabel;
  const seal = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16)).join('');
  const BLOCKS = '.code:not([data-language="mermaid"]):not([data-language="math"]):not(:has(> .code-copy))';
  const blocks = [];
  const words = (block) => {
    const copy = (block.querySelector('pre') || block).cloneNode(true);
    for (const prompt of copy.querySelectorAll('.gp')) prompt.remove();
    return copy.textContent.replace(/\n$/, '');
  };
  const addButtons = (root) => {
    for (const block of root.querySelectorAll(BLOCKS)) {
      const button = document.createElement('a');
      button.className = 'code-copy';
      button.href = `bookwheel://code/${seal}/${blocks.push(block) - 1}`;
      button.setAttribute('role', 'button');
      button.setAttribute('aria-label', label);
      button.title = label;
      block.append(button);
    }
  };
  addButtons(document);
  window.bookwheel = Object.assign(window.bookwheel || {}, {
    add_copy_buttons(root) { addButtons(root); },
    code_of(path) {
      const [given, number] = path.split('/').filter(Boolean);
      return given === seal && blocks[number] ? words(blocks[number]) : '';
    },
    code_here() {
      const seen = blocks.find((block) => {
        const at = block.getBoundingClientRect();
        return at.height && at.bottom > 40 && at.top < innerHeight;
      });
      return seen ? words(seen) : '';
    },
  });
})();
