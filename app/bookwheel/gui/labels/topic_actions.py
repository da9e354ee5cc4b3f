"""What a person does with topics: rename, merge, split, pin, hide, move a document, and undo."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu

from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.topics import LONGEST_NAME, TopicAction, TopicEdit, TopicEdited, TopicEntry, TopicsAnswer
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import number, tr
from bookwheel.gui.labels.dock import LabelsDock
from bookwheel.gui.labels.topic_rows import COLLECTION, TOPIC
from bookwheel.gui.shell.document_picker import pick_document
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.shell.team_documents import refuses_change
from bookwheel.gui.state.locations import Location
from bookwheel.gui.widgets.palette import Choice, filter_choices

_LATER = (TopicAction.SPLIT, TopicAction.RENEW)
"""Changes that are only begun when the service answers."""


class TopicActions(QObject):
    """The menu and the keys of the topics in the Labels side bar. F2 renames, Delete hides."""

    def __init__(self, shell: Shell, dock: LabelsDock) -> None:
        super().__init__(dock)
        self._shell, self._dock = shell, dock
        self._awaited: dict[str, str] = {}
        """By collection what is said once its topics are made."""
        dock.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        dock.tree.customContextMenuRequested.connect(self._show_menu)
        dock.tree.installEventFilter(self)
        dock.topics_came.connect(self._on_topics)

    def build_menu(self, entry: TopicEntry | None, collection: str) -> QMenu:
        """What can be done with a topic, or with all topics of a collection (of every one when empty)."""
        menu = QMenu(self._dock)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if entry is not None:
            self._add_topic_actions(menu, entry)
            menu.addSeparator()
        hidden = menu.addAction(tr("Show hidden topics"), self._dock.toggle_hidden_topics)
        hidden.setCheckable(True)
        hidden.setChecked(self._dock.with_hidden_topics)
        menu.addAction(tr("Undo last topic change"), partial(self.undo, collection))
        menu.addAction(tr("Rebuild topics"), partial(self._edit, TopicEdit(TopicAction.RENEW, collection=collection)))
        return menu

    def _add_topic_actions(self, menu: QMenu, entry: TopicEntry) -> None:
        place = Location(entry.id, title=entry.label)
        menu.addAction(tr("Open in new tab"), lambda: self._shell.open(place, in_new_tab=True))
        menu.addSeparator()
        _add_with_key(menu, tr("Rename…"), "F2", partial(self.rename, entry))
        menu.addAction(tr("Merge into…"), partial(self.merge, entry))
        menu.addAction(tr("Split"), partial(self._edit, TopicEdit(TopicAction.SPLIT, entry.id), entry.collection))
        menu.addAction(tr("Move document here…"), partial(self.move_here, entry))
        pin = (tr("Unpin"), TopicAction.UNPIN) if entry.is_pinned else (tr("Pin"), TopicAction.PIN)
        menu.addAction(pin[0], partial(self._edit, TopicEdit(pin[1], entry.id), entry.collection))
        hide = (tr("Show again"), TopicAction.SHOW) if entry.is_hidden else (tr("Hide"), TopicAction.HIDE)
        _add_with_key(menu, hide[0], "Del", partial(self._edit, TopicEdit(hide[1], entry.id), entry.collection))

    def rename(self, entry: TopicEntry) -> None:
        """Ask for another name."""
        palette = self._shell.command_palette

        def offer(text: str) -> None:
            name = " ".join(text.split())[:LONGEST_NAME]
            edit = TopicEdit(TopicAction.RENAME, entry.id, name=name)
            words = tr("Rename to “{name}”").format(name=name)
            is_new = bool(name) and name != entry.label
            palette.set_rows(
                [Choice(words, partial(self._edit, edit, entry.collection), "square-pen")] if is_new else []
            )

        prompt = tr("New name for “{topic}”").format(topic=entry.label)
        palette.show_choices(tr("Rename topic"), prompt, offer, tr("Type another name, then press Enter."))
        palette.box.setText(entry.label)
        palette.box.selectAll()

    def merge(self, entry: TopicEntry) -> None:
        """Choose the topic that takes all documents of another one."""
        others = [one for one in self._dock.list_topics(entry.collection) if entry.id not in (one.id, one.parent)]

        def merge_into(other: TopicEntry) -> None:
            here = self._shell.location
            edit = TopicEdit(TopicAction.MERGE, entry.id, other=other.id)
            is_shown = here is not None and here.doc == entry.id
            to_other = partial(self._shell.open, Location(other.id, title=other.label))
            self._edit(edit, entry.collection, to_other if is_shown else None)

        title = tr("Merge “{topic}” into which topic?").format(topic=entry.label)
        self._choose(tr("Merge topics"), title, others, merge_into)

    def move_here(self, entry: TopicEntry) -> None:
        """Choose a document that belongs to a topic."""

        def move(doc: str, _title: str) -> None:
            self._edit(TopicEdit(TopicAction.MOVE, entry.id, doc=doc), entry.collection)

        prompt = tr("Move which document to “{topic}”?").format(topic=entry.label)
        pick_document(self._shell, tr("Move document to topic"), prompt, move)

    def move_page(self) -> None:
        """Choose the topic of the document that is read."""
        page = self._shell.page
        slug, _, path = page.doc.partition("/") if page is not None else ("", "", "")
        if page is None or not path or ":" in slug:
            self._shell.notify(tr("No document is open. Open one, then move it to a topic."))
            return
        if refuses_change(self._shell, page.doc):
            return
        doc, title = page.doc, page.title

        def offer(answer: TopicsAnswer) -> None:
            topics = [entry for entry in answer.topics if entry.collection == slug]
            prompt = tr("Move “{document}” to which topic?").format(document=title)
            self._choose(tr("Move document to topic"), prompt, topics, move)

        def move(entry: TopicEntry) -> None:
            self._edit(TopicEdit(TopicAction.MOVE, entry.id, doc=doc), slug)

        self._dock.fetch_topics(offer)

    def undo(self, collection: str = "") -> None:
        """Take back the last change of a collection's topics, or of any."""
        self._edit(TopicEdit(TopicAction.UNDO, collection=collection), collection)

    def _choose(self, name: str, prompt: str, topics: list[TopicEntry], chosen: Callable[[TopicEntry], None]) -> None:
        palette = self._shell.command_palette
        labels = {one.id: one.label for one in topics}
        rows = [
            Choice(one.label, partial(chosen, one), "hash", labels.get(one.parent, ""), number(one.documents))
            for one in topics
        ]
        palette.show_choices(
            name, prompt, lambda text: palette.set_rows(filter_choices(rows, text)), tr("No other topic fits.")
        )

    def _edit(self, edit: TopicEdit, collection: str = "", then: Callable[[], object] | None = None) -> None:
        shell, client = self._shell, self._shell.client

        def done(answer: TopicEdited) -> None:
            said = translate_message(answer.said)
            if edit.action in _LATER:
                self._awaited[collection] = tr("Topics rebuilt.")
                shell.notify(said)
            elif edit.action is TopicAction.UNDO:
                shell.notify(said)
            else:
                shell.notify(said, tr("Undo"), partial(self.undo, collection))
            self._dock.ask_topics()
            if then is not None:
                then()

        if client is None:
            shell.notify(tr("Reconnecting to the background service…"))
        else:
            shell.calls.ask(lambda: client.edit_topics(edit), done, self._fail)

    def _fail(self, error: BookwheelError) -> None:
        self._shell.notify(translate_message(error.message))

    def _on_topics(self, answer: TopicsAnswer) -> None:
        """Say so when topics that were asked for are there."""
        for slug, said in list(self._awaited.items()):
            if not answer.pending or (slug and slug not in answer.pending):
                del self._awaited[slug]
                self._shell.notify(said, tr("Undo"), partial(self.undo, slug))

    def _show_menu(self, at: QPoint) -> None:
        tree = self._dock.tree
        index = tree.indexAt(at) if tree.indexAt(at).isValid() else tree.currentIndex()
        entry, collection = index.data(TOPIC), index.data(COLLECTION)
        if not isinstance(entry, TopicEntry) and collection is None:
            return
        tree.setCurrentIndex(index)
        slug = entry.collection if isinstance(entry, TopicEntry) else str(collection)
        menu = self.build_menu(entry if isinstance(entry, TopicEntry) else None, slug)
        menu.popup(tree.viewport().mapToGlobal(at))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """F2 renames the topic that is chosen, Delete hides it or shows it again."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            entry = self._dock.tree.currentIndex().data(TOPIC)
            if isinstance(entry, TopicEntry) and event.key() == Qt.Key.Key_F2:
                self.rename(entry)
                return True
            if isinstance(entry, TopicEntry) and event.key() == Qt.Key.Key_Delete:
                action = TopicAction.SHOW if entry.is_hidden else TopicAction.HIDE
                self._edit(TopicEdit(action, entry.id), entry.collection)
                return True
        return super().eventFilter(watched, event)


def _add_with_key(menu: QMenu, words: str, key: str, run: Callable[[], object]) -> None:
    """Add an action that says which key of the tree does the same."""
    name = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
    menu.addAction("\t".join((words, name)), run)
