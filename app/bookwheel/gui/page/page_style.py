"""What a person's own settings change about pages: font, size, measure and motion, put over the look's style sheet."""

from __future__ import annotations

import json

from PySide6.QtWebEngineCore import QWebEnginePage, QWebEngineScript, QWebEngineSettings

from bookwheel.gui.state.preferences import WindowSettings

_NAME = "bookwheel own style"
_WORLD = QWebEngineScript.ScriptWorldId.ApplicationWorld.value
# A sheet of the application's own world: the page's policy allows no style attribute, and this needs none.
_WEAR = """
(() => {
  const sheet = window.ownStyle ?? (window.ownStyle = new CSSStyleSheet());
  sheet.replaceSync(RULES);
  if (!document.adoptedStyleSheets.includes(sheet)) {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
})();
"""
_STILL = "*, *::before, *::after { animation: none !important; transition: none !important; scroll-behavior: auto; }"

_CRUMBS = "@media screen { .sheet-crumbs { display: none; } }"
"""The line above the page says where it is; on paper the page itself does."""


def rules(values: WindowSettings) -> str:
    """The settings as CSS."""
    own = f"--page-size: {values.page_size}px; --page-measure: {values.page_measure}ch;"
    if values.page_font:
        own += f' --serif: "{values.page_font}";'
    return f":root {{ {own} }}\n{_CRUMBS}\n" + (_STILL if values.reduced_motion else "")


def wear(page: QWebEnginePage, values: WindowSettings) -> None:
    """Show this page, and every one loaded into it later, as the settings say."""
    source = _WEAR.replace("RULES", json.dumps(rules(values)))
    # The profile's scripts: a page forgets its own once it has refused to go to another host, as for code to copy.
    scripts = page.profile().scripts()
    for each in scripts.find(_NAME):
        scripts.remove(each)
    script = QWebEngineScript()
    script.setName(_NAME)
    script.setSourceCode(source)
    script.setWorldId(_WORLD)
    script.setInjectionPoint(QWebEngineScript.InjectionPoint.DocumentCreation)
    script.setRunsOnSubFrames(False)
    scripts.insert(script)
    page.runJavaScript(source, _WORLD)
    page.settings().setAttribute(QWebEngineSettings.WebAttribute.ScrollAnimatorEnabled, not values.reduced_motion)
