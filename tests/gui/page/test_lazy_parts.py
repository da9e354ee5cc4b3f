"""A large document is read while the rest of it comes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddRequest, RemoveRequest
from bookwheel.domain.errors import TimedOut
from bookwheel.domain.page import PageAnswer, PageRequest
from bookwheel.gui.page.find_bar import FindBar
from bookwheel.gui.page.lazy_parts import part_of
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.window import Window
from tests.gui.window.test_window import ask, go
from tests.waiting import until

pytestmark = pytest.mark.leaves_library

HEADINGS = 300
LARGE, STEEP = "long/large.md", "long/steep.md"
STEPS = 2500


@pytest.fixture(scope="module")
def long(served: Client, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A document of 300 KB in the library, and one of very many headings."""
    folder: Path = tmp_path_factory.mktemp("large") / "long"
    folder.mkdir()
    leaves = "leaf " * 200
    parts = [f"## Part {number}\n\nword{number} {leaves}\n\n```\ncode {number}\n```\n" for number in range(HEADINGS)]
    (folder / "large.md").write_text("# Large\n\n" + "\n".join(parts), "utf-8")
    leap = "- a leap\n" * 12
    steps = (f"{'#' * (2 + number % 3)} Step {number}\n\n{number} up.\n\n{leap}" for number in range(STEPS))
    (folder / "steep.md").write_text("# Steep\n\n" + "\n".join(steps), "utf-8")
    served.add(AddRequest(str(folder)))
    until(lambda: any(each.slug == "long" and each.documents == 2 for each in served.collections().collections))
    yield
    served.remove(RemoveRequest("long"))


def test_a_section_far_below_is_reached_before_all_is_there_and_nothing_is_missing(
    qtbot: QtBot, window: Window, long: None
) -> None:
    go(qtbot, window, Location(LARGE, "part-280"))
    page = window.reader.page
    assert page is not None and page.parts > 2 and part_of(page.html, "part-280") > part_of(page.html, "part-1")
    qtbot.waitUntil(lambda: window.reader.anchor == "part-280", timeout=30_000)
    made: list[int] = []
    window.page_extras.lazy_parts.when_whole(lambda: made.append(1))
    qtbot.waitUntil(lambda: bool(made), timeout=60_000)
    assert ask(qtbot, window, "wanted") == [0, False]
    assert window.reader.anchor == "part-280"
    window.reader.jump("part-3")
    qtbot.waitUntil(lambda: window.reader.anchor == "part-3", timeout=30_000)


def test_what_is_on_its_way_is_reached_though_the_document_comes_again_or_a_part_fails(
    qtbot: QtBot, window: Window, long: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = window.shell.client
    assert client is not None
    ask_page, failed = client.page, list[PageRequest]()

    def page(request: PageRequest) -> PageAnswer:
        if request.part and len(failed) < 2:
            failed.append(request)
            raise TimedOut("It took too long.")
        return ask_page(request)

    monkeypatch.setattr(client, "page", page)
    go(qtbot, window, Location(LARGE, "part-270"))
    window.reader.remember()
    window.reader.reload()
    qtbot.waitUntil(lambda: window.reader.anchor == "part-270", timeout=30_000)
    assert len(failed) == 2
    qtbot.waitUntil(lambda: ask(qtbot, window, "wanted") == [0, False], timeout=60_000)
    assert window.reader.anchor == "part-270"


def test_the_last_of_very_many_headings_is_reached_though_it_was_never_seen(
    qtbot: QtBot, window: Window, long: None
) -> None:
    go(qtbot, window, Location(STEEP))
    page = window.reader.page
    assert page is not None and page.parts > 1
    made: list[int] = []
    window.page_extras.lazy_parts.when_whole(lambda: made.append(1))
    qtbot.waitUntil(lambda: bool(made), timeout=60_000)
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.reader.jump(f"step-{STEPS - 40}")
    view = window.reader.warm()
    with qtbot.waitCallback() as called:
        wanted = f"document.getElementById('step-{STEPS - 40}')"
        view.web_page.runJavaScript(f"Math.round({wanted}.getBoundingClientRect().top)", 1, called)
    assert called.args is not None and abs(float(str(called.args[0])) - 28) <= 4


def open_at_its_beginning(qtbot: QtBot, window: Window) -> FindBar:
    """Open the large document at its beginning, and not where an earlier test has left it; the bar to find with."""
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.shell.open(Location(LARGE, "large"))
    return window.reader.finder


def test_find_in_page_counts_and_reaches_what_is_not_set_yet(qtbot: QtBot, window: Window, long: None) -> None:
    with qtbot.waitSignal(window.reader.document_opened, timeout=30_000):
        window.shell.open(Location(LARGE, "large"))  # not where an earlier test has left it
    finder = window.reader.finder
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        finder.open_bar()
    qtbot.keyClicks(finder.box, "WORD2")  # word2, word20 to word29, word200 to word299
    qtbot.waitUntil(lambda: finder.count == "1 of 111", timeout=30_000)
    assert ask(qtbot, window, "found_words") == "word2"
    qtbot.keyClicks(finder.box, "99")
    qtbot.waitUntil(lambda: finder.count == "1 of 1", timeout=30_000)
    assert ask(qtbot, window, "found_words") == "word299" and ask(qtbot, window, "is_found_in_sight")
    qtbot.waitUntil(lambda: ask(qtbot, window, "wanted") == [0, False], timeout=60_000)
    assert finder.count == "1 of 1" and ask(qtbot, window, "is_found_in_sight")
    finder.box.setText("word299 leaf  LÉAF")
    qtbot.waitUntil(lambda: ask(qtbot, window, "found_words") == "word299 leaf leaf", timeout=30_000)
    finder.box.setText("code 7")  # the first after what is in sight: round the end
    qtbot.waitUntil(lambda: finder.count == "1 of 11", timeout=30_000)
    finder.seek(True)
    qtbot.waitUntil(lambda: finder.count == "11 of 11", timeout=30_000)
    finder.dismiss()
    assert ask(qtbot, window, "found_words") == ""


def test_find_in_page_stays_at_its_match_when_the_document_comes_again(
    qtbot: QtBot, window: Window, long: None
) -> None:
    finder = open_at_its_beginning(qtbot, window)
    finder.open_bar()
    qtbot.keyClicks(finder.box, "WORD2")
    window.reader.reload()  # before anything was found
    qtbot.waitUntil(lambda: finder.count == "1 of 111", timeout=30_000)
    for at in (2, 1, 111, 110):
        finder.seek(at != 2)
        qtbot.waitUntil(lambda at=at: finder.count == f"{at} of 111", timeout=30_000)  # type: ignore[misc]
    qtbot.waitUntil(lambda: ask(qtbot, window, "wanted") == [0, False], timeout=60_000)
    position = window.reader.position
    scrolled = window.reader.warm().web_page.scrollPosition
    qtbot.waitUntil(lambda: abs(position.scroll - scrolled().y()) < 2 and position.scroll > 0, timeout=30_000)
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.reader.reload()
    qtbot.waitUntil(lambda: finder.count == "110 of 111", timeout=30_000)
    qtbot.waitUntil(lambda: ask(qtbot, window, "is_found_in_sight") is True, timeout=30_000)
    qtbot.waitUntil(lambda: ask(qtbot, window, "wanted") == [0, False], timeout=60_000)
    assert finder.count == "110 of 111" and ask(qtbot, window, "is_found_in_sight")
    window.reader.toggle_source()  # another text: none of its matches has been gone to
    qtbot.waitUntil(lambda: finder.count == "111 on this page", timeout=30_000)


def test_find_in_page_says_that_there_is_none_only_once_all_is_counted(
    qtbot: QtBot, window: Window, long: None
) -> None:
    finder = open_at_its_beginning(qtbot, window)
    finder.open_bar()
    said: list[str] = []
    shown = finder.show_count
    finder.show_count = lambda *told, **more: (shown(*told, **more), said.append(finder.count))  # type: ignore[assignment]
    qtbot.keyClicks(finder.box, "WORD299")
    qtbot.waitUntil(lambda: finder.count == "1 of 1", timeout=30_000)
    assert "no matches" not in said
    qtbot.keyClicks(finder.box, "x")
    qtbot.waitUntil(lambda: finder.count == "no matches", timeout=30_000)


def test_going_on_stops_at_every_match_between_parts(qtbot: QtBot, window: Window, long: None) -> None:
    finder = open_at_its_beginning(qtbot, window)
    finder.box.setText("word13")  # word13, word130 to word139
    qtbot.waitUntil(lambda: finder.count == "1 of 11", timeout=30_000)
    for at in range(2, 12):
        finder.seek(False)
        qtbot.waitUntil(lambda at=at: finder.count == f"{at} of 11", timeout=30_000)  # type: ignore[misc]
        assert ask(qtbot, window, "found_words") == "word13"


def test_a_hit_in_a_later_part_is_shown_once_it_is_there(qtbot: QtBot, window: Window, long: None) -> None:
    go(qtbot, window, Location(LARGE, "part-250", "word250"))
    qtbot.waitUntil(lambda: ask(qtbot, window, "marks_now") == [1, 1], timeout=30_000)
    qtbot.waitUntil(lambda: window.reader.anchor == "part-250", timeout=30_000)
    assert ask(qtbot, window, "marked") == "Part 250"
