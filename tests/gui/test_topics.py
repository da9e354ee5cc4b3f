"""Topics in the window: the tree in the Labels side bar, a topic's page, and what a person arranges."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from unittest.mock import ANY

import pytest
from PySide6.QtCore import QModelIndex, Qt, QUrl
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.graph import NodeKind
from bookwheel.domain.page import PageAnswer, PageRequest, Way
from bookwheel.domain.reading import OutlineAnswer
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.domain.topics import (
    CentralSection,
    TopicAction,
    TopicEdit,
    TopicEntry,
    TopicsAnswer,
    TopicsRequest,
)
from bookwheel.gui.labels.dock import LabelsDock
from bookwheel.gui.labels.proposals_dialog import COLUMNS
from bookwheel.gui.labels.rows import KEY
from bookwheel.gui.labels.topic_rows import TOPIC, build_topics
from bookwheel.gui.page.html.page_template import LABELS, render_page
from bookwheel.gui.page.html.topic_page import topic_page_of
from bookwheel.gui.state.locations import Location, is_left
from bookwheel.gui.widgets.row_delegate import COUNT, NOTE
from bookwheel.gui.window.window import Window
from bookwheel.paths import LibraryPaths
from tests.asking import asked
from tests.waiting import until

SUBJECTS = {
    "chess": "Chess opening gambit: the pawn, the bishop and the rook attack the king on the board of chess.",
    "bread": "Bread dough of flour and yeast rises, and the baker bakes the sourdough loaf in the oven.",
    "boats": "The sailing boat has a mast, a sail and a keel; sailors steer the boat through wind and waves.",
}
HOSTILE = 'a <b onclick="x">"bold"</b> & \u202egnorw'


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Documents on three subjects."""
    root = tmp_path_factory.mktemp("documents") / "subjects"
    for subject, text in SUBJECTS.items():
        (root / subject).mkdir(parents=True)
        for number in range(8):
            words = f"# {subject.capitalize()} {number}\n\n{text} {text}\n"
            (root / subject / f"{subject}-{number}.md").write_text(words, encoding="utf-8")
    return root


def topics(client: Client) -> TopicsAnswer:
    return client.topics(TopicsRequest(with_hidden=True))


def index_of(dock: LabelsDock, id: str) -> QModelIndex:
    return next(at for at in dock._every() if at.data(TOPIC) is not None and at.data(TOPIC).id == id)


def shown(dock: LabelsDock) -> dict[str, TopicEntry]:
    return {at.data(TOPIC).label: at.data(TOPIC) for at in dock._every() if at.data(TOPIC) is not None}


@pytest.fixture
def dock(qtbot: QtBot, window: Window, served: Client) -> LabelsDock:
    """The side bar, with the topics of the library in it."""
    until(lambda: topics(served).topics and not topics(served).pending, 120)
    window.dock_layout.show_labels()
    dock = window.labels_dock
    qtbot.waitUntil(lambda: len(shown(dock)) >= 3, timeout=60_000)
    return dock


def words_of(menu: QMenu) -> list[str]:
    return [action.text().partition("\t")[0] for action in menu.actions() if action.text()]


def test_topics_stand_in_a_tree_and_lead_to_a_page_that_quotes_and_lists(
    qtbot: QtBot, window: Window, dock: LabelsDock, served: Client
) -> None:
    QAbstractItemModelTester(dock.shown, QAbstractItemModelTester.FailureReportingMode.Fatal, dock)
    first = topics(served).topics[0]
    at = index_of(dock, first.id)
    assert at.parent().data() == "Topics" and at.data(COUNT) == str(first.documents)
    assert dock.tree.isExpanded(at.parent())
    dock.tree.setFocus()
    dock.tree.setCurrentIndex(at)
    outlines: list[OutlineAnswer | None] = []
    window.reader.outline_came.connect(outlines.append)
    with qtbot.waitSignal(window.reader.document_opened, timeout=60_000) as opened:
        qtbot.keyClick(dock.tree, Qt.Key.Key_Return)
    page: PageAnswer = opened.args[0]
    assert page.doc == first.id and page.title == first.label and "<blockquote>" in page.html
    listed = served.topics(TopicsRequest(topic=first.id, limit=1000)).documents
    assert listed and all(f"bookwheel://doc/{doc}" in page.html for doc, _ in listed)
    qtbot.waitUntil(lambda: outlines != [] and outlines[-1] is not None, timeout=60_000)
    assert f"{first.id}#central" in [entry.section for entry in outlines[-1].sections]


def test_the_page_of_a_topic_leads_to_its_row_among_the_labels(
    qtbot: QtBot, window: Window, dock: LabelsDock, served: Client
) -> None:
    narrow = next(entry for entry in topics(served).topics if entry.parent or entry.collection)
    dock.tree.collapseAll()
    dock.box.setText("no label at all")
    with qtbot.waitSignal(window.reader.landed, timeout=60_000):
        window.shell.open(Location(narrow.id, title=narrow.label))
    window.reader.text.link_clicked.emit(QUrl(LABELS), False)
    qtbot.waitUntil(lambda: dock.tree.currentIndex().data(KEY) == narrow.id, timeout=60_000)
    assert dock.tree.hasFocus() and dock.tree.isExpanded(dock.tree.currentIndex().parent())
    dock.reveal_class(NodeKind.TOPIC)
    assert dock.tree.currentIndex().data() == "Topics"
    with qtbot.waitSignal(dock.missed, timeout=60_000):
        dock.reveal("term:no such term")
    assert "not in Labels" in window.notification_bar.sentence


def test_a_topic_is_renamed_by_key_and_the_change_undone(
    qtbot: QtBot, window: Window, dock: LabelsDock, served: Client
) -> None:
    entry = next(iter(shown(dock).values()))
    dock.tree.setFocus()
    dock.tree.setCurrentIndex(index_of(dock, entry.id))
    qtbot.keyClick(dock.tree, Qt.Key.Key_F2)
    palette = window.command_palette
    assert palette.isVisible() and palette.box.text() == entry.label
    palette.box.setText("Renamed here")
    qtbot.waitUntil(lambda: palette.words == ["Rename to “Renamed here”"], timeout=30_000)
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "Renamed here" in shown(dock), timeout=60_000)
    assert window.notification_bar.sentence == "The topic is now called Renamed here."
    window.topic_actions.undo(entry.collection)
    qtbot.waitUntil(lambda: entry.label in shown(dock) and "Renamed here" not in shown(dock), timeout=60_000)
    assert not next(one for one in topics(served).topics if one.id == entry.id).is_renamed


def test_a_merged_topic_leads_on_to_the_one_that_took_it(
    qtbot: QtBot, window: Window, dock: LabelsDock, served: Client
) -> None:
    one, other = [entry for entry in topics(served).topics if not entry.parent][:2]
    with qtbot.waitSignal(window.reader.document_opened, timeout=60_000):
        window.shell.open(Location(one.id, title=one.label))
    window.topic_actions.merge(one)
    palette = window.command_palette
    qtbot.waitUntil(lambda: other.label in palette.words, timeout=30_000)
    assert one.label not in palette.words
    palette.box.setText(other.label)
    qtbot.waitUntil(lambda: palette.words[:1] == [other.label], timeout=30_000)
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: one.label not in shown(dock), timeout=60_000)
    qtbot.waitUntil(lambda: window.reader.page is not None and window.reader.page.doc == other.id, timeout=60_000)
    window.topic_actions.undo()
    qtbot.waitUntil(lambda: one.label in shown(dock), timeout=60_000)


def test_a_hidden_topic_is_shown_on_demand(qtbot: QtBot, window: Window, dock: LabelsDock) -> None:
    entry = next(iter(shown(dock).values()))
    dock.tree.setCurrentIndex(index_of(dock, entry.id))
    qtbot.keyClick(dock.tree, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: entry.label not in shown(dock), timeout=60_000)
    dock.toggle_hidden_topics()
    assert shown(dock)[entry.label].is_hidden and index_of(dock, entry.id).data(NOTE) == "hidden"
    menu = window.topic_actions.build_menu(shown(dock)[entry.label], entry.collection)
    assert "Show again" in words_of(menu) and "Rename…" in words_of(menu)
    next(action for action in menu.actions() if action.text().startswith("Show again")).trigger()
    qtbot.waitUntil(lambda: not shown(dock)[entry.label].is_hidden, timeout=60_000)
    dock.toggle_hidden_topics()


def test_the_document_read_is_moved_to_another_topic(
    qtbot: QtBot, window: Window, dock: LabelsDock, served: Client
) -> None:
    roots = [entry for entry in topics(served).topics if not entry.parent]
    doc = served.topics(TopicsRequest(topic=roots[0].id, limit=1)).documents[0][0]
    with qtbot.waitSignal(window.reader.document_opened, timeout=60_000):
        window.shell.open(Location(doc))
    window.commands.find("Move document to topic").trigger()
    palette = window.command_palette
    qtbot.waitUntil(lambda: roots[1].label in palette.words, timeout=60_000)
    palette.box.setText(roots[1].label)
    qtbot.waitUntil(lambda: palette.words[:1] == [roots[1].label], timeout=30_000)
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)

    def is_moved() -> bool:
        return doc in dict(served.topics(TopicsRequest(topic=roots[1].id, limit=1000)).documents)

    qtbot.waitUntil(is_moved, timeout=60_000)

    def said() -> list[str]:
        return [topic.doc for topic in window.reader.page.topics] if window.reader.page is not None else []

    qtbot.waitUntil(lambda: said() == [roots[1].id], timeout=60_000)
    window.topic_actions.undo()
    qtbot.waitUntil(lambda: not is_moved(), timeout=60_000)


def test_what_agents_propose_is_accepted_or_refused(
    qtbot: QtBot, window: Window, dock: LabelsDock, served: Client
) -> None:
    served.agent(AgentRequest("planner", may_remember=True))
    first = topics(served).topics[0]
    doc = served.topics(TopicsRequest(topic=first.id, limit=1)).documents[0][0]
    given = {"subject": doc, "topics": ["Board games", HOSTILE], "content": "It is play."}
    [made] = asked(LibraryPaths(Path(served.status().library)), "planner", ("remember", given))
    assert made["total"] == 2

    def row() -> QModelIndex | None:
        return next((at for at in dock._every() if at.data() == "Proposed topics"), None)

    qtbot.waitUntil(lambda: row() is not None and row().data(COUNT) == "2", timeout=60_000)
    dock._choose(row())
    dialog = window.dialogs.show_proposals()
    qtbot.waitUntil(lambda: dialog.table.items.rowCount() == 2, timeout=60_000)
    assert dialog.said.text() == "2 proposals" and dialog.table.hasFocus()
    assert [column.words(dialog.table.item) for column in COLUMNS][1:4] == ["Board games (new)", ANY, "planner"]
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.table.items.rowCount() == 1, timeout=60_000)
    assert dialog.said.text().startswith("Proposals accepted: 1.")
    assert "<b onclick" in dialog.table.item.label
    dialog.table.setFocus()
    qtbot.keyClick(dialog.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: dialog.table.items.rowCount() == 0, timeout=60_000)
    assert dialog.said.text().endswith("No proposed topics.") and not dialog.accept_button.isEnabled()
    dialog.close()
    qtbot.waitUntil(lambda: row() is None and "Board games" in shown(dock), timeout=60_000)
    assert "Board games" in [topic.title for topic in served.page(PageRequest(doc)).topics]


def test_what_the_service_refuses_is_said(qtbot: QtBot, window: Window, dock: LabelsDock, served: Client) -> None:
    entry = next(iter(shown(dock).values()))
    window.topic_actions._edit(TopicEdit(TopicAction.RENAME, entry.id, name=" "))
    qtbot.waitUntil(lambda: "1 to 80 characters" in window.notification_bar.sentence, timeout=60_000)
    window.topic_actions.undo("no such collection")
    qtbot.waitUntil(lambda: "no topic change" in window.notification_bar.sentence, timeout=60_000)


def test_topics_made_again_are_announced(qtbot: QtBot, window: Window, dock: LabelsDock) -> None:
    menu = window.topic_actions.build_menu(None, "")
    assert words_of(menu) == ["Show hidden topics", "Undo last topic change", "Rebuild topics"]
    menu.actions()[-1].trigger()
    qtbot.waitUntil(lambda: window.notification_bar.sentence == "Topics rebuilt.", timeout=120_000)


def entry(key: str, parent: str = "", slug: str = "notes", **more: object) -> TopicEntry:
    above = f"topic:{slug}/{parent}" if parent else ""
    return replace(TopicEntry(f"topic:{slug}/{key}", slug, above, key, 3, 9, (("term", 2),)), **more)  # type: ignore[arg-type]


def test_collections_without_topics_say_why(window: Window) -> None:
    names = {"notes": "Notes", "code": "Code"}

    def rows(answer: TopicsAnswer, *, with_hidden: bool = False) -> list[str]:
        head = build_topics(answer, names, with_hidden=with_hidden)
        return [head.child(row).text() for row in range(head.rowCount())]

    assert rows(TopicsAnswer((), 1)) == ["Too few documents"]
    assert rows(TopicsAnswer((), 1, pending=("code",))) == ["Finding topics…"]
    assert rows(TopicsAnswer((), 1, failed=("code",))) == ["Topics failed"]
    hidden = (entry("a", is_hidden=True), entry("b", "a"))
    assert rows(TopicsAnswer(hidden, 1)) == ["All topics hidden"]
    assert rows(TopicsAnswer(hidden, 1), with_hidden=True) == ["a"]
    several = (entry("a"), entry("b", "a"), entry("c", slug="code"))
    assert rows(TopicsAnswer(several, 1, pending=("code",))) == ["Notes", "Code"]
    again = build_topics(TopicsAnswer(several, 1, pending=("code",)), names, with_hidden=False)
    assert again.child(1).data(NOTE) == "rebuilding…" and again.child(0).child(0).child(0).text() == "b"


def test_five_hundred_topics_with_strange_names_are_listed(window: Window) -> None:
    many = tuple(entry(f"{number} {HOSTILE} {'שלום ' * 40}") for number in range(500))
    head = build_topics(TopicsAnswer(many, 1), {"notes": "Notes"}, with_hidden=False)
    assert head.rowCount() == 500 and head.child(7).text().startswith("7 a <b")


def test_a_page_of_a_topic_takes_no_harm_from_its_names() -> None:
    central = (CentralSection("notes/a.md#top", "notes/a.md", HOSTILE, 3, f"{HOSTILE} said"),)
    answer = TopicsAnswer(
        (entry("x", label=HOSTILE, central=central), entry("y", "x", label=HOSTILE)),
        1,
        documents=(("notes/a b.md", HOSTILE),),
        total=2000,
    )
    html = topic_page_of(answer, HOSTILE, HOSTILE).html
    assert "<b onclick" not in html and html.count("&lt;b onclick") >= 5
    assert "bookwheel://doc/notes/a.md#top" in html and "bookwheel://doc/notes/a%20b.md" in html
    assert "and 1,999 more" in html


def test_a_page_says_its_topics_quietly_and_leads_there() -> None:
    page = PageAnswer("notes/a.md", "A", "<h1>A</h1>", (), (), "", "en", False, 0, 0, "", "", 0, 1)
    page = replace(page, topics=(Way("topic:notes/boats & sails", HOSTILE),))
    html = render_page(page, is_dark=False).decode()
    assert 'class="sheet-topic" href="bookwheel://doc/topic%3Anotes/boats%20%26%20sails"' in html
    assert "<b onclick" not in html and "&lt;b onclick" in html
    assert "sheet-topic" not in render_page(replace(page, topics=()), is_dark=False).decode()


def test_tabs_of_things_and_topics_stay_while_their_collection_does() -> None:
    assert is_left("topic:notes/a1", {"notes"}) and not is_left("topic:notes/a1", {"code"})
    assert is_left("entity:company/acme", set()) and is_left("notes/a.md", {"notes"})
    assert not is_left("notes/a.md", {"code"})
