"""What helps while a page is read: previews of links and footnotes, code to copy, the outline."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddRequest, RemoveRequest
from bookwheel.domain.page import PageRequest
from bookwheel.domain.reading import OutlineAnswer, OutlineEntry
from bookwheel.gui.outline.model import OutlineModel
from bookwheel.gui.page.html.source_page import render_source
from bookwheel.gui.page.link_previews import portion
from bookwheel.gui.state.locations import Location
from bookwheel.gui.state.session import Session
from bookwheel.gui.widgets.row_delegate import IS_HERE
from bookwheel.gui.window.window import Window
from tests.gui.window.test_window import DESK, WHEEL, ask, go
from tests.waiting import until

pytestmark = pytest.mark.leaves_library

NOTES, BELL = "leaves/notes.md", "leaves/bell.md"
_NOTES = """# Notes

A claim.[^1] See [the bell](bell.md#clapper) and [its beginning](bell.md).

```console
$ ring the bell
dong
```

## Later

Words that come later.

[^1]: The source of *the claim*.
"""
_BELL = "---\ntitle: The bell\n---\n\nIt hangs high.\n\n## Clapper\n\nIt strikes the rim.\n\n## Rope\n\nIt is pulled.\n"


@pytest.fixture(scope="module")
def leaves(served: Client, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Two more documents in the library, and their folder."""
    folder: Path = tmp_path_factory.mktemp("more") / "leaves"
    folder.mkdir()
    (folder / "notes.md").write_text(_NOTES, "utf-8")
    (folder / "bell.md").write_text(_BELL, "utf-8")
    served.add(AddRequest(str(folder)))
    until(lambda: any(each.slug == "leaves" and each.documents == 2 for each in served.collections().collections))
    yield folder
    served.remove(RemoveRequest("leaves"))


def focus(qtbot: QtBot, window: Window, address: str) -> None:
    """Give the keyboard's focus to the link that leads to an address."""
    view = window.reader.view
    assert view is not None
    with qtbot.waitCallback() as called:
        source = f"[...document.links].find((each) => each.href.endsWith({address!r})).focus(); 1"
        view.web_page.runJavaScript(source, 1, called)


def preview(qtbot: QtBot, window: Window, address: str) -> str:
    """The words of the card of the link that leads to an address, without the blanks."""
    focus(qtbot, window, address)
    assert window.page_extras.previews is not None
    with qtbot.waitSignal(window.page_extras.previews.shown, timeout=30_000):
        window.page_extras.preview()
    words = "".join(str(ask(qtbot, window, "preview_words")).split())
    window.page_extras.preview()
    qtbot.waitUntil(lambda: not ask(qtbot, window, "preview_words"), timeout=30_000)
    return words


def test_a_link_shows_what_it_leads_to(qtbot: QtBot, window: Window, leaves: Path) -> None:
    go(qtbot, window, Location(NOTES))
    assert preview(qtbot, window, "fn1") == "Thesourceoftheclaim."
    assert preview(qtbot, window, "bell.md#clapper") == "ThebellClapperItstrikestherim."
    assert preview(qtbot, window, "bell.md").startswith("ThebellIthangshigh.")


def test_a_document_that_changes_stays_at_the_passage_that_is_read(qtbot: QtBot, window: Window, leaves: Path) -> None:
    bell = "".join(f"## Stroke {each}\n\nIt rings {each} times, and is heard.\n\n" for each in range(1, 60))

    def passage() -> float:
        """How far below the window's edge the passage begins."""
        view = window.reader.view
        assert view is not None
        with qtbot.waitCallback() as called:
            wanted = "[...document.querySelectorAll('p')].find((each) => each.textContent.startsWith('It rings 30 '))"
            view.web_page.runJavaScript(f"Math.round({wanted}.getBoundingClientRect().top)", 1, called)
        return float(str((called.args or [0])[0]))

    (leaves / "bell.md").write_text(f"# The bell\n\n{bell}", "utf-8")
    until(lambda: "Stroke 59" in (window.shell.client.page(PageRequest(BELL)).html if window.shell.client else ""))
    go(qtbot, window, Location(BELL, "stroke-30"))
    window.reader.warm().call("scroll", int(window.reader.warm().web_page.scrollPosition().y()) + 40)
    before = passage()
    with qtbot.waitSignal(window.reader.section_reached, timeout=30_000):
        window.reader.warm().web_page.scrollPositionChanged.emit(window.reader.warm().web_page.scrollPosition())
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        (leaves / "bell.md").write_text("# The bell\n\n" + "More words above.\n\n" * 30 + bell, "utf-8")
    qtbot.waitUntil(lambda: abs(passage() - before) <= 2, timeout=30_000)
    (leaves / "bell.md").write_text(_BELL, "utf-8")
    until(lambda: "Stroke 59" not in (window.shell.client.page(PageRequest(BELL)).html if window.shell.client else ""))


def test_a_preview_goes_when_the_keyboard_goes_elsewhere(qtbot: QtBot, window: Window, leaves: Path) -> None:
    go(qtbot, window, Location(NOTES))
    assert window.page_extras.previews is not None and window.reader.view is not None
    window.activateWindow()
    window.reader.setFocus()
    focus(qtbot, window, "bell.md")
    with qtbot.waitSignal(window.page_extras.previews.shown, timeout=30_000):
        window.page_extras.preview()
    assert ask(qtbot, window, "preview_words")
    window.outline_dock.view.setFocus()
    qtbot.waitUntil(lambda: not ask(qtbot, window, "preview_words"), timeout=30_000)


def test_code_is_copied_without_its_prompt_and_by_no_link_of_a_document(
    qtbot: QtBot, window: Window, leaves: Path
) -> None:
    go(qtbot, window, Location(NOTES))
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("before")
    view = window.reader.view
    assert view is not None
    view.web_page.link_clicked.emit(QUrl("bookwheel://code/0/0"), False)
    assert ask(qtbot, window, "code_of", "/0/0") == "" and clipboard.text() == "before"
    window.page_extras.copy_code()
    qtbot.waitUntil(lambda: clipboard.text() == "ring the bell\ndong", timeout=30_000)
    clipboard.setText("before")
    with qtbot.waitCallback() as called:
        view.web_page.runJavaScript("document.querySelector('.code-copy').click(); 1", 1, called)
    qtbot.waitUntil(lambda: clipboard.text() == "ring the bell\ndong", timeout=30_000)
    assert window.reader.page is not None and window.reader.page.doc == NOTES


def test_pages_stay_in_a_person_s_own_size_after_code_was_copied(qtbot: QtBot, window: Window, leaves: Path) -> None:
    window.session.preferences.set("page_size", "23")
    view = window.reader.warm()
    size = "getComputedStyle(document.documentElement).getPropertyValue('--page-size')"
    sizes: list[object] = []

    def is_worn() -> bool:
        view.web_page.runJavaScript(size, 1, sizes.append)
        return bool(sizes) and sizes[-1] == "23px"

    go(qtbot, window, Location(NOTES))
    qtbot.waitUntil(is_worn, timeout=30_000)
    QGuiApplication.clipboard().setText("before")
    view.web_page.runJavaScript("document.querySelector('.code-copy').click()", 1)
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() != "before", timeout=30_000)
    go(qtbot, window, Location(BELL))
    sizes.clear()
    qtbot.waitUntil(is_worn, timeout=30_000)
    window.session.preferences.set("page_size", "17")


def test_a_portion_begins_where_its_anchor_stands() -> None:
    html = '<p>one</p><h2 class="x" id="two">Two</h2><p>three</p>'
    assert portion(html, "two").startswith('<h2 class="x" id="two">')
    assert portion(html, "nowhere") == portion(html, "") == html


def test_the_outline_filters_and_folds_and_remembers_it(qtbot: QtBot, window: Window, session: Session) -> None:
    go(qtbot, window, Location(WHEEL))
    outline, model = window.outline_dock, window.outline_dock.model
    qtbot.waitUntil(lambda: model.rowCount() == 3, timeout=30_000)
    outline.show_filter()
    qtbot.keyClicks(outline.box, "who used")
    assert [str(model.index(row).data()) for row in range(model.rowCount())] == ["The bookwheel", "Who used it"]
    with qtbot.waitSignal(outline.section_chosen, timeout=30_000) as chosen:
        qtbot.keyClick(outline.box, Qt.Key.Key_Return)
    assert chosen.args == ["who-used-it"]
    qtbot.keyClick(outline.box, Qt.Key.Key_Escape)
    assert model.rowCount() == 3
    qtbot.waitUntil(lambda: window.reader.anchor == "who-used-it", timeout=30_000)
    outline.view.setFocus()
    outline.view.setCurrentIndex(model.index(0))
    qtbot.keyClick(outline.view, Qt.Key.Key_Left)
    assert model.rowCount() == 1 and model.index(0).data(IS_HERE)
    assert session.folds(WHEEL) == {"the-bookwheel"}
    outline.show_filter()
    qtbot.keyClicks(outline.box, "wheel")
    go(qtbot, window, Location(DESK))
    qtbot.waitUntil(lambda: model.rowCount() == 2, timeout=30_000)
    assert not outline.filter.isChecked() and not outline.box.text()
    go(qtbot, window, Location(WHEEL))
    qtbot.waitUntil(lambda: model.rowCount() == 1, timeout=30_000)
    qtbot.keyClick(outline.view, Qt.Key.Key_Home)
    qtbot.keyClick(outline.view, Qt.Key.Key_Right)
    assert model.rowCount() == 3 and session.folds(WHEEL) == frozenset()
    outline.show_levels(1)
    assert model.rowCount() == 3


def test_an_empty_beginning_named_as_the_first_heading_is_left_out() -> None:
    model = OutlineModel()
    for words, titles in ((0, ["A", "B"]), (5, ["A", "A", "B"])):
        entries = [OutlineEntry("d#top", "A", 0, 0, words, 9, (1, 3))]
        entries += [OutlineEntry(f"d#{name}", name.upper(), 2, 0, 4, 4, (4, 5)) for name in ("a", "b")]
        model.set_outline(OutlineAnswer("d", "A", 9, tuple(entries), 1, 0, 0.0))
        assert [model.index(row).data() for row in range(model.rowCount())] == titles
        assert model.set_here("top").row() == 0 and model.set_here("b").row() == len(titles) - 1


def test_an_outline_shows_as_many_levels_as_asked(qtmodeltester: ModelTester) -> None:
    depths = (0, 1, 2, 3, 1, 2)
    entries = tuple(OutlineEntry(f"d#{n}", f"s{n}", each + 1, each, 1, 1, (1, 1)) for n, each in enumerate(depths))
    model = OutlineModel()
    qtmodeltester.check(model)
    model.set_outline(OutlineAnswer("d", "t", 6, entries, 1, 0, 1.0))
    counts = []
    for level in (0, 1, 2, 3):
        model.fold(model.at_level(level))
        counts.append(model.rowCount())
    assert counts == [6, 3, 5, 6]
    model.fold(model.at_level(1))
    assert model.set_here("3").row() == 1
    model.set_words("s5")
    assert [model.anchor(model.index(row)) for row in range(model.rowCount())] == ["0", "4", "5"]


def test_the_source_is_shown_with_its_lines_at_the_section_read(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL, "who-used-it"))
    qtbot.waitUntil(lambda: window.reader.anchor == "who-used-it", timeout=30_000)
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.reader.toggle_source()
    assert window.reader.here is not None and window.reader.here.is_source
    qtbot.waitUntil(lambda: window.reader.anchor == "who-used-it", timeout=30_000)
    view = window.reader.view
    assert view is not None
    with qtbot.waitCallback() as called:
        source = "[...document.querySelectorAll('.line')].map((each) => each.textContent).join('\\n')"
        view.web_page.runJavaScript(source, 1, called)
    assert called.args is not None and called.args[0].startswith("---\ntitle: The bookwheel\ntags: [history, machines]")
    assert "\n## Who used it\n" in called.args[0]
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.reader.jump("how-it-turns")
    assert window.reader.here.is_source
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.reader.toggle_source()
    assert not window.reader.here.is_source and ask(qtbot, window, "spy") is not None
    assert window.reader.anchor == "how-it-turns"


def test_lines_of_source_are_safe_and_carry_their_sections() -> None:
    html = render_source("# A <b>\n\n<script>x</script>\n", (OutlineEntry("d#a", "A", 1, 0, 1, 1, (1, 3)),))
    assert '<span class="line head" data-line="1" id="a"># A &lt;b&gt;</span>' in html
    assert "<script" not in html and html.count('class="line') == 3
