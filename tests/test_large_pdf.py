"""The PDF that tests and benchmarks read is one: with outline, labels and words of each page."""

from __future__ import annotations

from pathlib import Path

from bookwheel.parsing.documents import parse
from tests.large_pdf import chapters, make_pdf


def test_every_page_of_it_is_read_with_its_label_and_the_outline_names_its_chapters(tmp_path: Path) -> None:
    document = parse(make_pdf(tmp_path / "wheels.pdf", 40).read_bytes(), "wheels.pdf")
    assert all(f"This is leaf {number} of 40." in document.text for number in range(1, 41))
    assert [place.label for place in document.places if place.number in (1, 2)][:1] == ["i"]
    titles = [section.title for section in document.sections]
    assert [title for title in titles if title.startswith("Chapter")] == [
        f"Chapter {at}: of wheels and desks" for at in range(1, len(chapters(40)) + 1)
    ]
    assert "Section 1.1: further remarks" in titles


def test_it_is_the_same_each_time(tmp_path: Path) -> None:
    assert make_pdf(tmp_path / "a.pdf", 5).read_bytes() == make_pdf(tmp_path / "b.pdf", 5).read_bytes()
