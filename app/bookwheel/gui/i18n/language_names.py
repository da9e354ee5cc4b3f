"""Names of languages in their own words."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QLocale


@cache
def language_name(code: str) -> str:
    """What a language calls itself, as `Deutsch` for `de`; the code where that is not known."""
    if code == "en":
        return "English"  # which Qt would call American
    locale = QLocale("-".join(part.title() if len(part) == 4 else part for part in code.split("-")))
    name = locale.nativeLanguageName()
    if locale.language() == QLocale.Language.C or not name:
        return code
    is_told = "-" not in code or code.startswith(("en-", "zh-"))  # whose names tell them apart already
    place = "" if is_told else locale.nativeTerritoryName()
    return f"{name[:1].upper()}{name[1:]}{f' ({place})' if place else ''}"
