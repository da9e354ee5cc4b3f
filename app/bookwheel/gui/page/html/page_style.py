"""What a person's own settings change about pages: font, size, measure and motion, put over the look's style sheet."""

from __future__ import annotations

from PySide6.QtWebEngineCore import QWebEnginePage, QWebEngineSettings

from bookwheel.gui.page.html import page_code
from bookwheel.gui.state.preferences import WindowSettings

_NAME = "bookwheel own style"


def rules(values: WindowSettings) -> str:
    """The settings as CSS."""
    own = f"--page-size: {values.page_size}px; --page-measure: {values.page_measure}ch;"
    if values.page_font:
        own += f' --serif: "{values.page_font}";'
    still = page_code.read("reduced_motion.css") if values.reduced_motion else ""
    return f":root {{ {own} }}\n" + page_code.read("in_window.css") + still


def apply_to(page: QWebEnginePage, values: WindowSettings) -> None:
    """Show this page, and every one loaded into it later, as the settings say."""
    source = page_code.source("own_style.js", ownStyle=rules(values))
    # The profile's scripts: a page forgets its own once it has refused to go to another host, as for code to copy.
    scripts = page.profile().scripts()
    for script in scripts.find(_NAME):
        scripts.remove(script)
    scripts.insert(page_code.script(_NAME, source, is_early=True))
    page.runJavaScript(source, page_code.WORLD)
    page.settings().setAttribute(QWebEngineSettings.WebAttribute.ScrollAnimatorEnabled, not values.reduced_motion)
