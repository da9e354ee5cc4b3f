"""Every section of every format: the place that is cited for it leads to its words, and to no other section's."""

from __future__ import annotations

import string

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bookwheel.domain.document import Document, Section
from bookwheel.domain.formats import FORMATS
from bookwheel.domain.places import place_at
from bookwheel.parsing.documents import parse
from tests.formats.chapters import CHAPTERS, TITLE, Chapter, Chapters, words_in
from tests.formats.cited import lines_of, words_at
from tests.formats.samples import SAMPLES, format_name

_LETTERS = string.ascii_lowercase + "äöüßéñ"
_OWN_WORDS = {
    "calendar": {"when"},
    "bibliography": {"key"},
    "outlook": {"from"},
    "base": {"views"},
    "glossary": {"also"},
    "pptx": {"notes"},
    "odp": {"notes"},
}
"""Words that a reader says of itself, such as the names of fields."""


def test_every_format_has_a_sample() -> None:
    missing = {kind.name for kind in FORMATS if not kind.needs} - {format_name(name) for name in SAMPLES}
    assert not missing, f"Add files of {missing} to tests/formats/samples.py, and to cited.py what their places hold."


@pytest.mark.parametrize("name", SAMPLES)
def test_the_cited_place_of_every_section_reproduces_its_words(name: str) -> None:
    _check(name, CHAPTERS)


@st.composite
def _chapters(draw: st.DrawFn) -> Chapters:
    """Some chapters of letters alone; each word occurs once in all of them."""
    words = iter(draw(st.lists(st.text(_LETTERS, min_size=3, max_size=11), min_size=8, max_size=150, unique=True)))

    def some(most: int) -> str:
        return " ".join(word for word, _ in zip(words, range(draw(st.integers(1, most))), strict=False))

    made: list[Chapter] = []
    for _ in range(draw(st.integers(1, 6))):
        title = some(4)
        paragraphs = tuple(filter(None, (some(40) for _ in range(draw(st.integers(1, 4))))))
        if title and paragraphs:
            made.append(Chapter(title.capitalize(), tuple(paragraph.capitalize() for paragraph in paragraphs)))
    return made or CHAPTERS


@pytest.mark.parametrize("name", SAMPLES)
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])  # of each of some fifty files
@given(_chapters())
def test_places_of_any_chapters_reproduce_their_words(name: str, chapters: Chapters) -> None:
    _check(name, chapters)


def _check(name: str, chapters: Chapters) -> None:
    content = SAMPLES[name](chapters)
    document = parse(content, name)
    assert document.format == format_name(name)
    own = _OWN_WORDS.get(document.format, set())
    read: set[str] = set()
    for section in document.sections:
        said = set(_words_of(section)) - own
        found = set(words_in(_cited(name, content, document, section)))
        assert not said - found, f"{section.title!r} is not where it is cited"
        strangers = _words_of_others(said, chapters) & found if section.prose or section.code else set()
        assert not strangers, f"{section.title!r} is cited with words of other chapters"
        read |= said
    missing = {word for chapter in chapters for word in words_in(" ".join(chapter.paragraphs))} - read
    assert not missing, "words of the file are in no section"


def _words_of(section: Section) -> list[str]:
    title = section.title if section.level else ""
    return words_in(f"{title}\n{section.prose}\n{section.code}")


def _cited(name: str, content: bytes, document: Document, section: Section) -> str:
    lines = (section.start_line, section.end_line)
    place = place_at(document.places, lines)
    if place is None:
        return lines_of(content, *lines)
    return f"{place.words}\n{words_at(name, content, place)}"


def _words_of_others(said: set[str], chapters: Chapters) -> set[str]:
    """Words of chapters of which the section says nothing."""
    own = [set(words_in(" ".join((chapter.title, *chapter.paragraphs)))) for chapter in chapters]
    return {word for words in own if not words & said for word in words} - set(words_in(TITLE))
