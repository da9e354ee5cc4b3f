"""The links beside a document: backlinks with their words, broken links, what is related, and what the window does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QLabel, QMainWindow
from pytestqt.qtbot import QtBot

from bookwheel.domain.diagnostics import MentionsAnswer
from bookwheel.domain.errors import NotFound
from bookwheel.domain.graph import ExploreAnswer, ExploreRequest
from bookwheel.domain.messages import Message
from bookwheel.domain.reading import Passage
from bookwheel.domain.search import Explanation, Hit, LegScore, Mode, TermScore
from bookwheel.domain.service.status import Embedding, Progress
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.links.card_delegate import CardDelegate
from bookwheel.gui.links.dock import LinksDock
from bookwheel.gui.links.link_context import context_line, plain
from bookwheel.gui.links.model import ROW, Connections, LinkRow, LinksModel, rows_of
from bookwheel.gui.search.score_reasons import MODES, list_reasons
from bookwheel.gui.status.status_bar import StatusBar
from bookwheel.gui.theme.theme import Theme
from tests.gui.stand_in import CENTRE, EDGES, NODES, GraphStandIn, document, link

STRICT = QAbstractItemModelTester.FailureReportingMode.Fatal
NOTHING = ExploreAnswer((), (), 0, 1, 1)


@pytest.fixture
def dock(qtbot: QtBot, theme: Theme) -> Iterator[LinksDock]:
    """The links of the centre."""
    window = QMainWindow()
    window.resize(320, 700)
    calls = BackgroundCalls(parent=window)
    made = LinksDock(theme, calls, window)
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, made)
    window.show()
    made.set_client(GraphStandIn())  # type: ignore[arg-type]
    with qtbot.waitSignal(made.model.modelReset, timeout=30_000):
        made.follow(CENTRE)
    yield made
    calls.close()
    window.close()
    window.deleteLater()


class EarlyStandIn(GraphStandIn):
    """A service whose graph does not have the document yet."""

    def explore(self, request: ExploreRequest) -> ExploreAnswer:
        """Refuse."""
        raise NotFound(f"There is no node {request.node}.")


def test_a_document_that_is_not_in_the_graph_yet_is_said_to_be_so(qtbot: QtBot, dock: LinksDock) -> None:
    dock.set_client(EarlyStandIn())  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: not dock.model.rows, timeout=30_000)
    said = [each.text() for each in dock.findChildren(QLabel) if each.isVisible()]
    assert "The links of this document are not indexed yet." in said
    assert not any("node" in each for each in said)


def test_cards_break_their_lines_anew_in_larger_letters(qtbot: QtBot, dock: LinksDock, theme: Theme) -> None:
    delegate = dock.view.itemDelegate()
    assert isinstance(delegate, CardDelegate)
    row = LinkRow(
        "card", "Page", words="several words that fill two lines of a narrow card, or three where they are larger"
    )
    small = delegate._lines(row, 300)
    theme.set_type("", 16)
    assert len(delegate._lines(row, 300)) > len(small)
    theme.set_type("", 13)
    assert delegate._lines(row, 300) == small


def test_links_of_very_many_documents_are_quoted_too(qtbot: QtBot, dock: LinksDock) -> None:
    names = [f"page-{number}" for number in range(70)]
    nodes = (*NODES, *(document(name, name) for name in names))
    edges = (*EDGES, *(link(name, "wheel", 9) for name in names))
    dock.set_client(GraphStandIn(nodes, edges))  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: any(row.title == "page-20" for row in dock.model.rows), timeout=30_000)
    assert "So it turns" in next(row.words for row in dock.model.rows if row.title == "page-20")
    assert any(row.title == "Broken links" for row in dock.model.rows)


def test_links_stand_in_groups_with_their_words(qtbot: QtBot, dock: LinksDock) -> None:
    tester = QAbstractItemModelTester(dock.model, STRICT)
    said = [(row.kind, row.title, row.words, row.note) for row in dock.model.rows]
    assert said == [
        ("head", "Backlinks", "", "1"),
        ("card", "Index cards", "So it turns: many volumes on one wheel, says line 7.", "Part · line 7 · 2 links"),
        ("head", "Unlinked mentions", "", "1"),
        ("card", "A far shore", "like the bookwheel there", "The sea"),
        ("head", "Broken links", "", "1"),
        ("card", "lost.md", "So it turns: the lost one, says line 22.", "line 22"),
        ("head", "Related", "", "1"),
        ("card", "The desk", "1 tag and 2 links in common", ""),
    ]
    row = dock.model.rows[1]
    assert row.words[row.mark[0] : row.mark[1]] == "many volumes on one wheel"
    tester.deleteLater()


@pytest.mark.parametrize(
    ("source", "wording", "words"),
    [
        ("See [the **desk**](desk.md#x), or not.", "the **desk**", "See the desk, or not."),
        ("- [ ] read [[desk|the desk]] `now`", "the desk", "read the desk now"),
        ("> a snake_case_name by [x][y]", "x", "a snake_case_name by x"),
        ("near " * 40 + "[here](a.md) " + "far " * 40, "here", f"… {'near ' * 8}here {'far ' * 10}…"),
        ("Nothing of it.", "gone", "Nothing of it."),
        ("- [Using `Box<T>`](a.md) well", "Using Box<T>", "Using Box<T> well"),
    ],
)
def test_a_link_is_quoted_with_what_stands_around_it(source: str, wording: str, words: str) -> None:
    passage = Passage("d", "d#s", "S", "D", (), (4, 6), f"# S\n\n{source}", "", "")
    found, (start, end) = context_line(passage, 6, wording)
    assert found == words
    assert found[start:end] in (wording.replace("*", ""), "")


def test_a_wrapped_sentence_is_quoted_whole() -> None:
    text = "One thing.\n\nEach shelf hangs\nat [the slope](a.md)\nthroughout.\n\nNext."
    passage = Passage("d", "d#s", "S", "D", (), (10, 16), text, "", "")
    assert context_line(passage, 13, "the slope")[0] == "Each shelf hangs at the slope throughout."


def test_a_line_is_shown_without_what_no_reader_reads() -> None:
    assert plain("in a [collection](ch08.md)<!-- ignore -->. A *slice*[^1] \\_is\\_ ==kept==&nbsp;so ^b-1") == (
        "in a collection. A slice _is_ kept so"
    )
    assert plain("Using `Box<T>` and ``a ` _b_``, [the `x[0]`](y.md)") == "Using Box<T> and a ` _b_, the x[0]"
    assert plain("{{< note >}}Use {{% ref %}}<kbd>Ctrl</kbd> %% not yet %% here {#anchor}") == "Use Ctrl here"
    text = "See <!-- a note\nof two lines --> the [desk](d.md).\n"
    passage = Passage("d", "d#s", "S", "D", (), (1, 2), text, "", "")
    assert context_line(passage, 2, "desk")[0] == "See the desk."
    text = "We spoke of it in [“The\nDesk”][desk]<!-- ignore -->\nbefore.\n"
    passage = Passage("d", "d#s", "S", "D", (), (1, 3), text, "", "")
    assert context_line(passage, 1, "“The Desk”") == ("We spoke of it in “The Desk” before.", (18, 28))


def test_return_on_a_backlink_leads_to_where_it_is_written(qtbot: QtBot, dock: LinksDock) -> None:
    dock.view.setCurrentIndex(dock.model.index(1))
    with qtbot.waitSignal(dock.location_chosen, timeout=30_000) as chosen:
        qtbot.keyClick(dock.view, Qt.Key.Key_Return)
    assert chosen.args is not None
    place, in_new_tab = chosen.args
    assert (place.doc, place.anchor, place.query) == ("shelf/cards.md", "part", '"many volumes on one wheel"')
    assert not in_new_tab
    assert not dock.model.flags(dock.model.index(0)) & Qt.ItemFlag.ItemIsSelectable


def test_links_that_changed_while_they_were_hidden_are_asked_for_when_they_are_seen(
    qtbot: QtBot, dock: LinksDock
) -> None:
    dock.hide()
    dock.refresh()
    qtbot.waitUntil(lambda: not dock._refreshing.isActive(), timeout=30_000)
    dock.model.set_rows([])
    dock.show()
    qtbot.waitUntil(lambda: dock.model.rowCount() > 0, timeout=30_000)


def test_a_document_without_links_is_said_in_words() -> None:
    rows = rows_of("shelf/lone.md", Connections(NOTHING, NOTHING, NOTHING, MentionsAnswer((), 0, 1)))
    assert [row.title for row in rows] == [
        "Backlinks",
        "No other document links here.",
        "Related",
        "No related documents found yet.",
    ]
    model = LinksModel()
    model.set_rows(rows)
    assert model.index(0).data(ROW).icon and not model.index(1).flags() & Qt.ItemFlag.ItemIsSelectable


def test_a_hit_says_what_every_leg_gave_it() -> None:
    terms = (TermScore("slope", 3.0, 5.0, (("body", 2.0),)), TermScore("turn", 2.0, 6.5, ()))
    legs = (LegScore("keyword", 1, 11.5, 1.0, terms), LegScore("semantic", 12, 0.61, 0.4), LegScore("graph", 3, 2, 0.2))
    hit = Hit("d", "d#a", "A", "D", (), (1, 2), "", (), 1.0, "", "d", "", Explanation(legs, (("exact_title", 0.5),)))
    assert list_reasons(hit) == [
        "Keyword search: rank 1, score 11.5; turn 6.5, slope 5 (body).",
        "Semantic search: rank 12, score 0.61.",
        "Graph: rank 3, score 2.",
        "Added to the score: exact title +0.5.",
    ]
    assert set(MODES) == set(Mode)


def test_the_status_bar_says_how_much_is_understood(qtbot: QtBot, theme: Theme) -> None:
    bar = StatusBar(theme)
    qtbot.addWidget(bar)
    bar.show()
    bar.show_embedding(Embedding("embedding", "MiniLM", 43, 100, 80.0, 130.0, most_left_s=250.0))
    assert bar._coming.text() == "Semantic index 43%" and bar._left.text() == "2 to 4 min left" and bar._bar.isVisible()
    bar.show_progress(Progress("counting", files_done=1, files_total=4))
    assert bar._coming.text() == "Counting files" and bar.is_reading
    bar.show_progress(Progress("indexing", files_done=1, files_total=4))
    assert bar._coming.text() == "Indexing 25%"
    bar.show_progress(Progress())
    assert bar._coming.text() == "Semantic index 43%"
    bar.show_embedding(Embedding("failed", "MiniLM", 43, 100, problem=Message.verbatim("The model cannot be read.")))
    assert bar._coming.text() == "Semantic index stopped at 43%" and "cannot be read" in bar._coming.toolTip()
    bar.show_embedding(Embedding("ready", "MiniLM", 100, 100))
    assert bar._coming.text() == "Semantic index up to date" and not bar._bar.isVisible()
    bar.show_embedding(Embedding("off"))
    assert not bar._coming.isVisible()
