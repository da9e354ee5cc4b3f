from __future__ import annotations

import re
import tomllib
from itertools import product

import pytest

from bookwheel import paths

LOOK = paths.resources() / "look"
TOKENS = tomllib.loads((LOOK / "tokens.toml").read_text(encoding="utf-8"))
CSS = (LOOK / "page.css").read_text(encoding="utf-8")
WORDS = [
    "text", "soft", "faint", "accent", "warm", "good", "bad", "syntax_keyword", "syntax_string", "syntax_number",
    "syntax_name", "syntax_comment", "syntax_added", "syntax_removed",
]  # fmt: skip


def luminance(colour: str) -> float:
    """Relative luminance, as WCAG 2.2 defines it."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("word", "ground"), list(product(WORDS, ["ground", "panel", "page"])))
def test_words_can_be_read_on_every_ground(theme: str, word: str, ground: str):
    assert contrast(TOKENS[theme][word], TOKENS[theme][ground]) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("word", "ground"),
    [
        ("accent", "tint"), ("text", "tint"), ("soft", "tint"), ("text", "hover"), ("warm", "warm_tint"),
        ("bad", "bad_tint"),
        ("text", "code"), ("soft", "code"), ("mark_text", "mark"), ("on_accent", "accent"), ("text", "warm_tint"),
        *((word, "code") for word in WORDS if word.startswith("syntax")),
    ],
)  # fmt: skip
def test_words_can_be_read_where_they_are_used(theme: str, word: str, ground: str):
    assert contrast(TOKENS[theme][word], TOKENS[theme][ground]) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("ground", ["ground", "panel", "page"])
def test_borders_that_mean_something_are_seen(theme: str, ground: str):
    for name in ("edge", *(f"region_{number}" for number in range(1, 9))):
        assert contrast(TOKENS[theme][name], TOKENS[theme][ground]) >= 3


def test_themes_have_the_same_tokens():
    assert TOKENS["light"].keys() == TOKENS["dark"].keys()


def test_the_page_uses_no_colour_but_the_tokens():
    used = set(re.findall(r"var\(--([a-z0-9-]+)", CSS))
    own = {"face-serif", "face-interface", "face-mono", "step", "own", "own-tint", "sign"}
    choices = {"page-size", "page-measure", "page-leading", "serif", "interface", "mono"}
    assert used <= {name.replace("_", "-") for name in TOKENS["light"]} | own | choices
    assert set(re.findall(r"#[0-9a-fA-F]{3,8}\b(?!')", CSS.replace("%23", ""))) == {"#fff", "#000"}


def test_every_font_that_the_page_names_ships_with_its_licence():
    fonts = paths.resources() / "fonts"
    for name in re.findall(r"bookwheel://look/([\w-]+\.ttf)", CSS):
        assert (fonts / name).read_bytes()[:4] == b"\x00\x01\x00\x00"
        assert (fonts / f"OFL-{name.split('.')[0].removesuffix('-Italic')}.txt").is_file()


def test_icons_take_their_colour_from_where_they_stand():
    icons = paths.resources() / "icons"
    for icon in icons.glob("*.svg"):
        if icon.stem != "bookwheel":
            assert 'stroke="currentColor"' in icon.read_text(encoding="utf-8"), icon.name
    assert (icons / "LICENSE-Lucide.txt").is_file()
