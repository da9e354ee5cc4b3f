"""A button on each block of code that copies it. It is a link that Chromium hands to the window: no script listens."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtWebEngineCore import QWebEngineScript

_WORLD = QWebEngineScript.ScriptWorldId.ApplicationWorld.value
_HOST = "code"

# The number in the links is drawn anew for every page, so that no link which a document writes can copy anything.
_SCRIPT = r"""
(() => {
  const seal = [...crypto.getRandomValues(new Uint8Array(8))].map((each) => each.toString(16)).join('');
  const BLOCKS = '.code:not([data-language="mermaid"]):not([data-language="math"]):not(:has(> .code-copy))';
  const blocks = [];
  const words = (block) => {
    const copy = (block.querySelector('pre') || block).cloneNode(true);
    for (const each of copy.querySelectorAll('.gp')) each.remove();
    return copy.textContent.replace(/\n$/, '');
  };
  const dress = (root) => {
    for (const block of root.querySelectorAll(BLOCKS)) {
      const button = document.createElement('a');
      button.className = 'code-copy';
      button.href = `bookwheel://HOST/${seal}/${blocks.push(block) - 1}`;
      button.setAttribute('role', 'button');
      button.setAttribute('aria-label', LABEL);
      button.title = LABEL;
      block.append(button);
    }
  };
  dress(document);
  window.bookwheel = Object.assign(window.bookwheel || {}, {
    dress_code(root) { dress(root); },
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
"""

_SIGN = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='black' "
    "stroke-width='1.75' stroke-linecap='round' stroke-linejoin='round'%3E%3Crect width='14' height='14' x='8' y='8' "
    "rx='2'/%3E%3Cpath d='M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2'/%3E%3C/svg%3E"
)

RULES = f"""
.code-copy {{
  position: absolute; top: 4px; right: 4px; width: 28px; height: 28px; border-radius: 6px; color: var(--soft);
  background: var(--code); opacity: 0; z-index: 1;
}}
.code-copy::before {{
  content: ""; position: absolute; inset: 6px; background: currentColor;
  mask: url("{_SIGN}") center / contain no-repeat;
}}
.code:hover > .code-copy, .code-copy:focus-visible {{ opacity: 1; }}
.code-copy:hover {{ color: var(--accent); background: var(--tint); }}
.code[data-language]:not([data-language=""]):has(> .code-copy)::after {{
  inset-inline-end: auto; right: 1px; padding-right: 12px;
}}
.code[data-language]:not([data-language=""]):is(:hover, :focus-within):has(> .code-copy)::after {{ right: 32px; }}
.callout .code-copy {{ background: var(--page); }}
@media print {{ .code-copy {{ display: none; }} }}
"""


def script(label: str) -> QWebEngineScript:
    """What puts the buttons, called `label`, on every page."""
    made = QWebEngineScript()
    made.setName("code blocks")
    quoted = label.replace("\\", "").replace("'", "’")
    made.setSourceCode(_SCRIPT.replace("HOST", _HOST).replace("LABEL", f"'{quoted}'"))
    made.setWorldId(_WORLD)
    made.setInjectionPoint(QWebEngineScript.InjectionPoint.DocumentReady)
    made.setRunsOnSubFrames(False)
    return made


def asked_by(address: QUrl) -> str:
    """The path that a button's link carries, empty for any other link."""
    return address.path() if address.scheme() == "bookwheel" and address.host() == _HOST else ""
