"""The ways from a page to the pages before and after it, and the order of the tree."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pytestqt.qtbot import QtBot

from bookwheel.domain.browse import TreeEntry, TreeGroup
from bookwheel.domain.errors import NotFound
from bookwheel.domain.page import PageAnswer, Way
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.gui.library_tree.branch import Branch
from bookwheel.gui.page.html import page_template
from bookwheel.gui.state.locations import Location
from bookwheel.gui.widgets.row_delegate import COUNT
from bookwheel.gui.window.window import Window

DESK, WHEEL = "shelves/machines/desk.md", "shelves/machines/wheel.md"
PAGE = PageAnswer(
    *("d/a.md", "A", "<p>Body</p>", (), (), "", "en"),
    *(False, 10, 1, "2026-01-01T00:00:00+00:00", "a.md", 0, 1),
)


def trigger(window: Window, words: str) -> None:
    next(each for each in window.commands.list_actions() if each.text() == words).trigger()


def test_a_page_leads_to_the_next_and_the_previous_one(qtbot: QtBot, window: Window) -> None:
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.shell.open(Location(DESK))
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        trigger(window, "Next page")
    assert window.reader.here is not None and window.reader.here.doc == WHEEL
    assert window.reader.page is not None and window.reader.page.previous == Way(DESK, "The desk")
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        trigger(window, "Previous page")
    assert window.reader.here.doc == DESK
    assert window.reader.trail.can_go_back


def test_a_page_that_was_opened_early_gets_its_ways_once_they_are_known(qtbot: QtBot, window: Window) -> None:
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.shell.open(Location(DESK))
    page = window.reader.page
    assert page is not None and page.next is not None
    window.reader._requests.shown = replace(page, next=None)
    qtbot.waitUntil(lambda: not window.status_bar.is_reading, timeout=30_000)
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.event_router.on_event(Event(1, EventKind.PROJECTED, page.revision))
    assert window.reader.page is not None and window.reader.page.next == page.next


def test_a_page_without_neighbours_has_no_foot() -> None:
    assert '<nav class="sheet-ways"' not in page_template.render_page(PAGE, is_dark=False).decode()


def test_a_foot_lets_no_words_out() -> None:
    html = page_template.render_page(replace(PAGE, next=Way('d/"b".md', "<b>B</b>")), is_dark=False).decode()
    assert '<a rel="next" href="bookwheel://doc/d/%22b%22.md"' in html
    assert "&lt;b&gt;B" in html and "<b>B" not in html and 'rel="prev"' not in html


def test_a_page_leads_to_itself_in_its_other_languages_by_their_own_names() -> None:
    ways = tuple(Way(f"d/{code}/a.md", "A", code) for code in ("en", "de", "pt-br", "xx"))
    html = page_template.render_page(replace(PAGE, doc="d/de/a.md", languages=ways), is_dark=False).decode()
    assert '<a hreflang="en" href="bookwheel://doc/d/en/a.md"><bdi lang="en">English</bdi></a>' in html
    assert "Português (Brasil)" in html and ">xx<" in html and "Deutsch" not in html


def test_the_tree_follows_a_file_that_states_its_order(qtbot: QtBot, window: Window, shelves: Path) -> None:
    model = window.library_dock.model
    qtbot.waitUntil(lambda: model.index_of(WHEEL).isValid(), timeout=30_000)
    (shelves / "mkdocs.yml").write_text(
        "docs_dir: machines\nnav:\n- Engines:\n  - wheel.md\n  - desk.md\n", encoding="utf-8"
    )
    try:
        qtbot.waitUntil(lambda: model.index_of(WHEEL).parent().data() == "Engines", timeout=30_000)
        assert model.index_of(WHEEL).row() < model.index_of(DESK).row()
    finally:
        (shelves / "mkdocs.yml").unlink()
    qtbot.waitUntil(lambda: model.index_of(WHEEL).parent().data() == "machines", timeout=30_000)


def test_the_tree_stands_by_title_or_newest_first_when_asked(qtbot: QtBot, window: Window, shelves: Path) -> None:
    model = window.library_dock.model
    qtbot.waitUntil(lambda: model.index_of("shelves/index.md").isValid(), timeout=30_000)

    def titles() -> list[str]:
        root = model.index_of("shelves/index.md").parent()
        return [str(model.index(row, 0, root).data()) for row in range(model.rowCount(root))]

    before = titles()
    window.session.preferences.set("tree_order", "name")
    qtbot.waitUntil(lambda: titles() == sorted(before, key=str.casefold), timeout=30_000)
    window.session.preferences.set("tree_order", "date")
    newest = max(("index.md", "notes.txt"), key=lambda name: (shelves / name).stat().st_mtime_ns)
    qtbot.waitUntil(lambda: bool(model.index_of(f"shelves/{newest}").data(COUNT)), timeout=30_000)
    assert len(titles()) == len(before)
    window.session.preferences.set("tree_order", "book")
    qtbot.waitUntil(lambda: titles() == before, timeout=30_000)


def test_titles_stand_as_people_count_and_a_folder_by_its_newest() -> None:
    groups = (TreeGroup("old", "Old"), TreeGroup("new", "New"))
    days = (("a", "old", "10 ways", "2020-01-01"), ("b", "new", "2 ways", "2024-01-01"), ("c", "old", "1 way", "2022"))
    entries = [TreeEntry(f"x/{doc}", doc, title, group, (), date) for doc, group, title, date in days]

    def rows(order: str) -> list[list[str]]:
        made = Branch("x", order)
        made.add(entries, groups)
        return [[each.title for each in group.children] for group in made.finish().root.children]

    assert rows("book") == [["10 ways", "1 way"], ["2 ways"]]
    assert rows("name") == [["2 ways"], ["1 way", "10 ways"]]
    assert rows("date") == [["2 ways"], ["1 way", "10 ways"]]


def test_a_page_that_is_not_here_leads_to_what_may_be_meant() -> None:
    error = NotFound("There is no <b>.", did_you_mean=["d/a b.md#part", "d/c.md"])
    page = page_template.render_note("Page not available", error, is_dark=False).decode()
    assert "There is no &lt;b&gt;." in page
    assert 'href="bookwheel://doc/d/a%20b.md#part"' in page and 'href="bookwheel://doc/d/c.md"' in page
    assert (
        "Did you mean" not in page_template.render_note("Page not available", NotFound("No."), is_dark=False).decode()
    )
