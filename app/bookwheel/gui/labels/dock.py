"""The Labels side bar: saved searches, topics, tags and categories as trees, types and things, and where they lead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QModelIndex, QSortFilterProxyModel, Qt, QTimer, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QVBoxLayout, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.browse import BrowseRequest, View
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.graph import NodeKind
from bookwheel.domain.search import FacetCount
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.topic_proposals import ProposalsRequest
from bookwheel.domain.topics import TopicEntry, TopicsAnswer, TopicsRequest
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.labels.rows import KEY, Label, build_list, build_row, build_tree
from bookwheel.gui.labels.topic_rows import HEAD, PROPOSALS, build_topics
from bookwheel.gui.state.saved_search import SavedSearch
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import Dock
from bookwheel.gui.widgets.filter_box import FilterBox
from bookwheel.gui.widgets.row_delegate import RowTree

_REFRESH_MS = 900
_MOST = 2000
_GROUPS: tuple[tuple[str, View, str, str], ...] = (
    (QT_TR_NOOP("Tags"), View.TAGS, "tag", "tag"),
    (QT_TR_NOOP("Categories"), View.CATEGORIES, "category", "folder"),
    (QT_TR_NOOP("Types"), View.TYPES, "type", "shapes"),
)
_THINGS: tuple[tuple[str, View, str, str], ...] = (
    (QT_TR_NOOP("People"), View.PEOPLE, "person", "star"),
    (QT_TR_NOOP("Entities"), View.ENTITIES, "entity", "waypoints"),
    (QT_TR_NOOP("Terms"), View.TERMS, "term", "quote"),
    (QT_TR_NOOP("Projects"), View.PROJECTS, "project", "library"),
)
"""Groups of things likewise; each leads to its page."""
_FOLDED_AT_FIRST = frozenset(field for _, _, field, _ in _THINGS)
"""Long lists, which would push the labels out of sight."""
"""Each group's name, the view that lists it, the field that filters by it, and its icon."""


_GROUP_OF = {NodeKind.TOPIC: HEAD}
"""Groups of classes whose key is not the name of the class."""
_ALL_TOPICS = TopicsRequest(with_hidden=True, is_brief=True)
_Topics = tuple[TopicsAnswer, int]
"""The topics, and how many more agents propose."""
_Counts = tuple[tuple[FacetCount, ...], tuple[FacetCount, ...]]
"""How many documents carry each value, and how many it or one below it."""

_CHANGING = (EventKind.PUBLISHED, EventKind.COLLECTIONS_CHANGED, EventKind.SAME_CHANGED, EventKind.RESYNC)
"""After these the lists may be others."""


class LabelsDock(Dock):
    """Refreshes only while it is seen; what is open stays open when the library changes."""

    words_chosen = Signal(str)
    """A query."""
    search_chosen = Signal(object)
    """A saved search (SavedSearch)."""
    thing_chosen = Signal(str, str)
    """A thing or a topic, by its id and its name."""
    missed = Signal()
    """What should be shown is not listed."""
    proposals_wanted = Signal()
    """Show the topics that agents propose."""
    topics_came = Signal(object)
    """A TopicsAnswer, hidden topics included."""
    left = Signal()

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(theme, QT_TR_NOOP("Labels"), "tags", parent)
        self._calls = calls
        self._client: Client | None = None
        self._saved: Sequence[SavedSearch] = ()
        self._values: dict[View, _Counts] = {}
        self._topics: TopicsAnswer | None = None
        self._proposed = 0
        self._names: Mapping[str, str] = {}
        self.with_hidden_topics = False
        self._wanted = ""
        """The key of a row that is to be shown once it is there."""
        self._known_groups: set[str] = set()
        """Groups that were shown once: they open by themselves at first, then as the person leaves them."""
        self._is_stale = True
        self.model = QStandardItemModel(self)
        self.shown = QSortFilterProxyModel(self)
        self.shown.setSourceModel(self.model)
        self.shown.setRecursiveFilteringEnabled(True)
        self.shown.setAutoAcceptChildRows(True)
        self.shown.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.box = FilterBox(tr("Filter labels"))
        self.box.textChanged.connect(self._narrow)
        self.box.left.connect(self.left)
        self.box.list_wanted.connect(self.go_to_tree)
        frame = QWidget()
        inner = QVBoxLayout(frame)
        inner.setContentsMargins(14, 2, 12, 6)
        inner.addWidget(self.box)
        self.tree = RowTree(theme)
        self.tree.setAccessibleName(tr("Labels"))
        self.tree.setModel(self.shown)
        self.tree.clicked.connect(self._choose)
        self.hold(frame, stretch=0)
        self.hold(self.tree)
        self._refreshing = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refreshing.timeout.connect(self._ask)
        self.visibilityChanged.connect(self._appear)
        self.show_message("")

    def panes(self) -> tuple[QWidget, ...]:
        """See the dock."""
        return (self.tree,)

    def set_client(self, client: Client | None) -> None:
        """Ask this client."""
        if client is not self._client:
            self._client = client
            self.refresh()

    def set_saved(self, saved: Sequence[SavedSearch]) -> None:
        """Show these saved searches."""
        if list(saved) != list(self._saved):
            self._saved = tuple(saved)
            self._show()

    def set_names(self, names: Mapping[str, str]) -> None:
        """Call collections by these names, by their slugs."""
        if names != self._names:
            self._names = dict(names)
            if self._topics is not None:
                self._show()

    def list_topics(self, collection: str) -> list[TopicEntry]:
        """The topics of a collection as they were last told, hidden ones included."""
        topics = self._topics.topics if self._topics is not None else ()
        return [entry for entry in topics if entry.collection == collection]

    def toggle_hidden_topics(self) -> None:
        """List hidden topics too, or no longer."""
        self.with_hidden_topics = not self.with_hidden_topics
        self._show()

    def refresh(self) -> None:
        """Ask again soon; when it is not seen, once it is."""
        self._is_stale = True
        if self.isVisible() and not self._refreshing.isActive():
            self._refreshing.start()

    def on_event(self, event: Event) -> None:
        """Look again when documents or collections changed, or what is the same."""
        if event.kind in _CHANGING:
            self.refresh()
        elif event.kind in (EventKind.TOPICS_CHANGED, EventKind.TOPICS_PROPOSED):
            self.ask_topics()

    def go_to_tree(self) -> None:
        """Take the keyboard's focus to a row: the chosen one, else the first, once there is one."""
        self.tree.setFocus(Qt.FocusReason.TabFocusReason)
        if not self.tree.currentIndex().isValid():
            self.tree.setCurrentIndex(self.shown.index(0, 0))

    def reveal(self, node: str) -> None:
        """Go to the row of a thing or topic, by its id, now or once it is there; see `missed`."""
        self._wanted = node
        self.box.clear()
        if not self._go_to_wanted() and not self._is_stale:
            self._ask()

    def reveal_class(self, kind: NodeKind) -> None:
        """Go to the group of a class of the graph."""
        self.reveal(_GROUP_OF.get(kind, kind.value))

    def _go_to_wanted(self) -> bool:
        at = next((at for at in self._every() if at.data(KEY) == self._wanted), None) if self._wanted else None
        if at is None:
            return False
        self._wanted = ""
        self.tree.setCurrentIndex(at)
        self.tree.expand(at)
        self.tree.scrollTo(at, QAbstractItemView.ScrollHint.PositionAtCenter)
        return True

    def _appear(self, is_visible: bool) -> None:
        if is_visible and self._is_stale:
            self._ask()

    def _ask(self) -> None:
        client = self._client
        if client is None or not self.isVisible():
            return
        self._is_stale = False

        def work() -> tuple[dict[View, _Counts], _Topics]:
            answers = (
                (view, client.browse(BrowseRequest(view, limit=_MOST))) for _, view, _, _ in (*_GROUPS, *_THINGS)
            )
            values = {view: (answer.values, answer.branches) for view, answer in answers}
            return values, _fetch_topics(client)

        def done(found: tuple[dict[View, _Counts], _Topics]) -> None:
            values, topics = found
            has_new_topics = self._take_topics(topics)
            if values != self._values or has_new_topics:
                self._values = values
                self._show()
            if self._wanted and not self._go_to_wanted():
                self._wanted = ""
                self.missed.emit()
            self.topics_came.emit(topics[0])

        self._calls.ask(work, done, self._fail, slot="labels")

    def ask_topics(self) -> None:
        """Ask for the topics again now; when the dock is not seen, once it is."""
        client = self._client
        if not self.isVisible():
            self._is_stale = True
        elif client is not None:
            self._calls.ask(lambda: _fetch_topics(client), self._on_topics, self._fail, slot="topics")

    def fetch_topics(self, then: Callable[[TopicsAnswer], object]) -> None:
        """Ask for the topics, seen or not; the answer is shown, and given to `then`."""
        client = self._client
        if client is None:
            return

        def done(found: _Topics) -> None:
            self._on_topics(found)
            then(found[0])

        self._calls.ask(lambda: _fetch_topics(client), done, self._fail)

    def _on_topics(self, found: _Topics) -> None:
        if self._take_topics(found):
            self._show()
        self.topics_came.emit(found[0])

    def _take_topics(self, found: _Topics) -> bool:
        """Note the topics, and how many are proposed; whether others are shown now."""
        former, proposed = self._topics, self._proposed
        self._topics, self._proposed = found
        is_same = former is not None and replace(former, revision=found[0].revision) == found[0]
        return not is_same or proposed != found[1]

    def _fail(self, error: BookwheelError) -> None:
        self._is_stale = True
        self.show_message(error.message)

    def _show(self) -> None:
        opened, current = self._opened()
        self.model.clear()
        if self._saved:
            self._add_saved()
        if self._topics is not None and self._names:
            shows = self.with_hidden_topics
            self.model.appendRow(build_topics(self._topics, self._names, with_hidden=shows, proposed=self._proposed))
        for name, view, field, icon in _GROUPS:
            counts, branches = self._values.get(view, ((), ()))
            values = [count for count in counts if count.value]
            if values:
                self.model.appendRow(build_tree(tr(name), field, icon, values, branches))
        for name, view, field, icon in _THINGS:
            things, _ = self._values.get(view, ((), ()))
            if things:
                self.model.appendRow(build_list(tr(name), field, icon, things))
        has_labels = self.model.rowCount() > 0
        self.show_message("" if has_labels else tr("No document has a tag, a category or a type yet."))
        self.box.setVisible(has_labels)
        for at in self._every():
            key = at.data(KEY)
            is_new_label = key not in self._known_groups and key not in _FOLDED_AT_FIRST
            if key in opened or (is_new_label and not at.parent().isValid()):
                self.tree.expand(at)
            if key == current:
                self.tree.setCurrentIndex(at)
        self._known_groups |= {self.shown.index(row, 0).data(KEY) for row in range(self.shown.rowCount())}
        if self.tree.hasFocus():
            self.go_to_tree()

    def _add_saved(self) -> None:
        head = build_row(tr("Saved searches"), "bookmark", "saved")
        for search in self._saved:
            row = build_row(search.words, "search", f"saved {search}", Label(asked=search))
            row.setData(search.note, Qt.ItemDataRole.ToolTipRole)
            head.appendRow(row)
        self.model.appendRow(head)

    def _opened(self) -> tuple[set[str], str | None]:
        opened = {at.data(KEY) for at in self._every() if self.tree.isExpanded(at)}
        return opened, self.tree.currentIndex().data(KEY)

    def _every(self, parent: QModelIndex | None = None) -> Iterable[QModelIndex]:
        above = parent or QModelIndex()
        for row in range(self.shown.rowCount(above)):
            at = self.shown.index(row, 0, above)
            yield at
            yield from self._every(at)

    def _narrow(self, words: str) -> None:
        self.shown.setFilterFixedString(words.strip())
        if words.strip():
            self.tree.expandAll()

    def _choose(self, at: QModelIndex) -> None:
        """Search for what carries a label; a group opens and shuts."""
        label = at.data(Qt.ItemDataRole.UserRole)
        if not isinstance(label, Label):
            self.tree.setExpanded(at, not self.tree.isExpanded(at))
        elif label.asked is not None:
            self.search_chosen.emit(label.asked)
        elif label.field == PROPOSALS:
            self.proposals_wanted.emit()
        elif label.node:
            self.thing_chosen.emit(label.node, label.value)
        else:
            self.tree.expand(at)
            self.words_chosen.emit(label.words)


def _fetch_topics(client: Client) -> _Topics:
    return client.topics(_ALL_TOPICS), client.topic_proposals(ProposalsRequest(limit=1)).total
