"""The texts of pages are found across line ends, and copied as one would type them."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, QSizeF

from bookwheel.gui.pdf.bar import page_named
from bookwheel.gui.pdf.hit_words import hit_pattern, hit_words
from bookwheel.gui.pdf.page_layout import PageLayout
from bookwheel.gui.pdf.page_text import PageText, folded_query, tidy, word_at
from bookwheel.gui.pdf.zoom import Zoom, scale_for, zoom_of

LINES = "The reader turns with-\r\nout haste, and the  well-\r\nknown wheel\r\nstops. Ende Straße."


def found(words: str) -> list[str]:
    page = PageText(LINES)
    return [page.text[start : start + length] for start, length in page.find(folded_query(words))]


def test_words_are_found_across_line_ends_and_hyphens_with_their_own_letters() -> None:
    assert found("WITHOUT haste") == ["with-\r\nout haste"]
    assert found("the well") == ["the  well"]
    assert found("known wheel stops") == ["known wheel\r\nstops"]
    assert found("straße") == ["Straße"]
    assert found("e") and not found("axle") and not found("")


def test_what_is_copied_has_whole_words_and_a_line_for_each_paragraph() -> None:
    assert tidy(LINES) == "The reader turns without haste, and the wellknown wheel stops. Ende Straße."
    long = "A line that is as long as any other line of it"
    assert tidy(f"{long}\r\nends here.\r\n{long}") == f"{long} ends here.\n{long}"
    assert tidy("soft\u00adhyphen and Anne-\r\nMarie") == "softhyphen and Anne- Marie"


def test_a_word_is_what_a_double_click_takes() -> None:
    assert word_at("it’s here", 1) == (0, 4)
    assert word_at("a, b", 1) == (1, 2)


def test_marked_words_come_out_of_the_html_once_each() -> None:
    html = (
        '<p><mark class="hit">Wheels</mark> and <mark class="hit here">open</mark><b><mark class="more">book</mark></b>'
    )
    assert hit_words(html + '<mark class="hit">wheels</mark> <mark class="hit">a &amp; b</mark>') == (
        "wheels", "open book", "a & b",
    )  # fmt: skip
    pattern = hit_pattern(("wheel", "wheels"))
    assert pattern is not None
    assert [length for _start, length in PageText("Wheels, a wheel, cartwheels").find_all(pattern)] == [6, 5]
    assert hit_pattern(()) is None


def test_pages_have_labels_or_numbers() -> None:
    labels = ["i", "ii", "1", "2"]
    assert [page_named(labels, name) for name in ("II", "2", "4", "0", "9", "", "x")] == [1, 3, 3, -1, -1, -1, -1]


def test_pages_lie_below_each_other_and_spots_come_back() -> None:
    layout = PageLayout([QSizeF(100, 200), QSizeF(50, 100)], 2.0, 400)
    assert (layout.rect(0).width(), layout.rect(1).width(), layout.width) == (200, 100, 400)
    page, point = layout.spot_at(layout.rect(1).topLeft() + QPoint(20, 40))
    assert (page, point.x(), point.y()) == (1, 10, 20)
    assert layout.height_of(layout.depth(layout.rect(1).top() + 50)) == layout.rect(1).top() + 50
    assert PageLayout([], 1.0, 10).depth(5) == 0.0


def test_sizes_fit_and_are_kept() -> None:
    pages, room = [QSizeF(600, 800)], QSize(640, 400)
    assert scale_for(Zoom("width"), pages, room, 96) == 1.0
    assert scale_for(Zoom("page"), pages, room, 96) < 0.5
    assert [zoom_of(Zoom("factor", 1.5).text), zoom_of("width"), zoom_of("nan"), zoom_of("x")] == [
        Zoom("factor", 1.5), Zoom("width"), Zoom(), Zoom(),
    ]  # fmt: skip
