"""Embedded files that a page does not show in their place are cards with what they are, and a link."""

from __future__ import annotations

import pytest

from bookwheel.domain.document import Dialect
from tests.pages.rendering import Elements, html


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("song.mp3", "Sound: song.mp3"),
        ("a/film.mp4", "Film: film.mp4"),
        ("paper.pdf#page=2", "PDF: paper.pdf"),
        ("plan.canvas", "Canvas: plan.canvas"),
        ("sketch.excalidraw", "Drawing: sketch.excalidraw"),
        ("film.mp4|Our film", "Film: Our film"),
        ("film.mp4|300x200", "Film: film.mp4"),
    ],
)
def test_an_embedded_file_is_a_card_that_leads_to_it(name: str, shown: str) -> None:
    page = Elements(html(f"![[{name}]]", Dialect.OBSIDIAN))
    (link,) = page.of("a")
    assert link["class"] == "wikilink file-card" and link["href"].startswith("bookwheel://")
    assert page.words.strip() == shown and "data-message" in page.of("span")[0]


def test_a_film_in_an_image_is_a_card_and_a_missing_one_says_so() -> None:
    page = Elements(html("![Our film](film.mp4)"))
    assert page.of("a")[0]["class"] == "file-card" and page.words.strip() == "Film: Our film" and not page.of("img")
    gone = Elements(html("![](missing.mp4)")).of("a")[0]
    assert gone["class"] == "file-card broken" and "missing.mp4" in gone["title"]


def test_pictures_and_files_on_the_web_are_no_cards() -> None:
    assert not Elements(html("![a](picture.png) ![b](https://example.org/film.mp4)")).of("a")
