"""Inks stand out from every ground they are used on, in both themes: text by 4.5 to 1, signs and focus by 3 to 1."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QListWidgetItem
from pytestqt.qtbot import QtBot

from bookwheel import paths
from bookwheel.gui.agents.scope_dialog import BoxList
from bookwheel.gui.page.html import page_code
from bookwheel.gui.theme.stylesheet import SHEET
from bookwheel.gui.theme.theme import ColourScheme, Theme, tokens
from tests.gui.test_models import contrast

GROUNDS = ("panel", "page")
"""What lies under the window's parts that name no ground of their own."""
TEXT, SIGN = 4.5, 3.0
PAINTED = [
    # Delegates, the top bar, the tab strip, the map and the graph paint these themselves.
    *((ink, ground, TEXT) for ink in ("text", "soft", "faint", "accent", "warm") for ground in ("ground", *GROUNDS)),
    *((ink, ground, TEXT) for ink in ("text", "soft", "accent") for ground in ("tint", "hover")),
    *(("warm", ground, TEXT) for ground in ("tint", "hover")),
    *(("soft", ground, TEXT) for ground in ("code", "ground")),
    ("mark_text", "mark", TEXT),
    ("text", "mark", TEXT),
    ("on_accent", "accent", TEXT),
    *((f"region_{number}", ground, SIGN) for number in range(1, 9) for ground in GROUNDS),
    *(("edge", ground, SIGN) for ground in GROUNDS),
    *((sign, ground, SIGN) for sign in ("good", "bad", "warm", "accent") for ground in ("ground", *GROUNDS)),
]
Pair = tuple[str, str, float]


def rules(sheet: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Selectors with their declarations."""
    for found in re.finditer(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)):
        pairs = (each.partition(":") for each in found[2].split(";") if ":" in each)
        yield found[1].strip(), {name.strip(): value.strip() for name, _, value in pairs}


def token(value: str) -> str:
    found = re.search(r"var\(--([a-z0-9_-]+)|\{([a-z_0-9]+)\}", value)
    return (found[1] or found[2]).replace("-", "_") if found else ""


def of_window() -> Iterator[Pair]:
    """What the window's style sheet says."""
    braces = SHEET.replace("{{", "\x01").replace("}}", "\x02")
    sheet = re.sub(r"\{([a-z_0-9]+)\}", r"var(--\1)", braces).replace("\x01", "{").replace("\x02", "}")
    for selector, declared in rules(sheet):
        own = token(declared.get("background", ""))
        for ground in (own,) if own else GROUNDS:
            if token(declared.get("color", "")) and ":disabled" not in selector:
                yield token(declared["color"]), ground, TEXT
            border = token(declared.get("border", "") + declared.get("border-color", ""))
            if border and (":focus" in selector or border == "edge"):
                yield border, ground, SIGN
        chosen = token(declared.get("selection-background-color", ""))
        if chosen:
            yield token(declared["selection-color"]) if "selection-color" in declared else "text", chosen, TEXT
        if "::handle:" in selector and own and "border" not in declared:
            yield own, "panel", SIGN
            yield own, "page", SIGN


def of_page() -> Iterator[Pair]:
    """What the page's style sheet says; callouts have inks of their own over tints of their own."""
    files = ("look/page.css", *(f"page/{name}" for name in page_code.STYLES))
    sheet = "\n".join((paths.resources() / name).read_text(encoding="utf-8") for name in files)
    for selector, declared in rules(re.sub(r'url\("[^"]*"\)', "", sheet)):
        ground = token(declared.get("background", declared.get("background-color", "")))
        ink, ground = token(declared.get("color", "")), "page" if ground == "ink" else ground  # a tint of 8%
        if ink and ink != "own":
            yield ink, ground or ("code" if "syntax" in ink else "page"), TEXT
        if "focus" in selector and token(declared.get("outline", "")):
            yield token(declared["outline"]), "page", SIGN
        if "--own" in declared:
            own, tint = token(declared["--own"]), token(declared["--own-tint"])
            yield own, tint, TEXT
            yield "text", tint, TEXT


KNOWN = set(tokens(False)) | {"page"}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_ink_stands_out_from_its_ground(theme: str) -> None:
    of = tokens(theme == "dark")
    pairs = {*PAINTED, *of_window(), *of_page()}
    assert len(pairs) > 60 and {name for ink, ground, _ in pairs for name in (ink, ground)} <= KNOWN
    faint = {
        f"{ink} on {ground}": (round(contrast(of[ink], of[ground]), 2), least)
        for ink, ground, least in pairs
        if contrast(of[ink], of[ground]) < least
    }
    assert not faint


@pytest.mark.parametrize("colour_scheme", ["light", "dark"])
def test_boxes_to_tick_are_seen_beside_words_and_in_lists(
    qtbot: QtBot, theme: Theme, colour_scheme: ColourScheme
) -> None:
    theme.set_colour_scheme(colour_scheme)
    alone, row = QCheckBox(), BoxList()
    for each in (alone, row):
        qtbot.addWidget(each)
        each.resize(60, 40)
    entry = QListWidgetItem()
    entry.setFlags(entry.flags() | Qt.ItemFlag.ItemIsUserCheckable)
    entry.setCheckState(Qt.CheckState.Unchecked)
    row.addItem(entry)
    for each in (alone, row):
        each.show()
        picture = each.grab().toImage()
        ground = picture.pixelColor(picture.width() - 3, picture.height() - 3).name()
        inks = {picture.pixelColor(x, y).name() for x in range(40) for y in range(38)}
        assert max(contrast(ink, ground) for ink in inks) >= SIGN, f"{type(each).__name__} on {ground}"
    theme.set_colour_scheme("light")
