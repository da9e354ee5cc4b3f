"""The Ask side bar: a question turned into the passages, facts and sources that bear on it, to copy into any chat."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSlider,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.graph import ContextAnswer, ContextRequest
from bookwheel.gui.ask import context_pack
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.state.locations import location_of
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import Dock

_LEAST, _MOST, _STEP, _USUAL = 200, 16_000, 200, 4000
_EMPTY = QT_TR_NOOP(
    "Type a question and press Enter. Bookwheel collects the passages, facts and sources in "
    "your library that answer it, ready to copy into any chat. No language model is called, "
    "and nothing leaves your computer."
)
_INDENT = 22
"""Pixels by which lists and quotes stand in."""
_MARKDOWN = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML


class PackView(QTextBrowser):
    """The pack as one text whose headings are links; it loads nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Passages, facts and sources"))
        self.setOpenLinks(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setObjectName("pack")
        self.document().setDocumentMargin(16)

    def show_pack(self, markdown: str) -> None:
        """Show it from its beginning, set for reading."""
        document = self.document()
        document.setDefaultFont(fonts.font(14.5, family=fonts.SERIF))
        document.setMarkdown(markdown, _MARKDOWN)
        document.setIndentWidth(_INDENT)
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        block = document.begin()
        while block.isValid():
            shape = block.blockFormat()
            is_head = shape.headingLevel() > 0
            shape.setTopMargin(20 if is_head and block.blockNumber() else shape.topMargin())
            shape.setBottomMargin(1 if is_head else 4 if block.textList() else 9)
            shape.setLineHeight(128, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            shape.setNonBreakableLines(False)
            quoted = shape.intProperty(QTextFormat.Property.BlockQuoteLevel)
            if quoted and not block.textList():
                shape.setLeftMargin(_INDENT * quoted)
                shape.setRightMargin(0)
            cursor.setPosition(block.position())
            cursor.setBlockFormat(shape)
            if is_head:
                cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
                bold = QTextCharFormat()
                bold.setFontWeight(600)
                bold.setFontFamilies([fonts.INTERFACE])
                cursor.mergeCharFormat(bold)
            _set_code(block, cursor)
            block = block.next()
        cursor.endEditBlock()
        self.verticalScrollBar().setValue(0)

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:  # noqa: N802
        """Nothing is fetched, from anywhere."""
        return None


def _set_code(block: QTextBlock, cursor: QTextCursor) -> None:
    """Set what Markdown calls code in the face of code."""
    pieces = [found.fragment() for found in block]  # type: ignore[attr-defined]
    plain = QTextCharFormat()
    plain.setFontFamilies([fonts.MONO])
    for piece in pieces:
        if piece.charFormat().fontFixedPitch():
            cursor.setPosition(piece.position())
            cursor.setPosition(piece.position() + piece.length(), QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(plain)


class AskDock(Dock):
    """A box for the question, a slider for how much, the pack, and what can be done with it."""

    location_chosen = Signal(object, bool)
    """A Location, and whether a new tab was asked for."""
    said = Signal(str)

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(theme, QT_TR_NOOP("Ask"), "quote", parent)
        self._calls = calls
        self._client: Client | None = None
        self._answer: ContextAnswer | None = None
        self.box = QLineEdit()
        self.box.setPlaceholderText(tr("Ask your library"))
        self.box.setAccessibleName(tr("Question"))
        self.box.setMinimumHeight(30)
        self.box.returnPressed.connect(self.ask)
        self.budget = QSlider(Qt.Orientation.Horizontal)
        self.budget.setAccessibleName(tr("Token budget"))
        self.budget.setRange(_LEAST // _STEP, _MOST // _STEP)
        self.budget.setPageStep(5)
        self.budget.setMinimumHeight(24)
        self.budget.setValue(_USUAL // _STEP)
        self._much = QLabel()
        self._much.setObjectName("soft")
        self.budget.valueChanged.connect(self._show_budget)
        self.budget.sliderReleased.connect(self._ask_again)
        self.view = PackView()
        self.view.anchorClicked.connect(self._follow)
        self._empty_words = QLabel(tr(_EMPTY))
        self._empty_words.setObjectName("soft")
        self._empty_words.setWordWrap(True)
        self._empty_words.setContentsMargins(18, 8, 16, 8)
        self._empty_words.setAlignment(Qt.AlignmentFlag.AlignTop)
        # Where panes share a low screen, the words give way, not the box above them.
        self._empty_words.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._sum = QLabel()
        self._sum.setObjectName("soft")
        self.copy = QPushButton(tr("Copy for chat"))
        self.copy.setToolTip(tr("The question, passages, facts and sources as Markdown"))
        self.copy.clicked.connect(self.copy_pack)
        self.cite = QPushButton(tr("Copy sources"))
        self.cite.clicked.connect(self.copy_sources)
        self._shown = ""
        theme.changed.connect(self._apply_theme)
        self._lay_out()
        self._show_budget(self.budget.value())
        self._show(None)

    def _lay_out(self) -> None:
        head = QWidget()
        column = QVBoxLayout(head)
        column.setContentsMargins(16, 4, 16, 6)
        column.setSpacing(6)
        column.addWidget(self.box)
        row = QHBoxLayout()
        row.addWidget(self.budget, 1)
        row.addWidget(self._much)
        column.addLayout(row)
        foot = QWidget()
        below = QHBoxLayout(foot)
        below.setContentsMargins(16, 6, 16, 4)
        below.setSpacing(8)
        below.addWidget(self._sum, 1)
        for button in (self.cite, self.copy):
            button.setMinimumHeight(30)
            below.addWidget(button)
        for widget, stretch in ((head, 0), (self._empty_words, 1), (self.view, 1), (foot, 0)):
            self.hold(widget, stretch)
        self.setFocusProxy(self.box)
        self.show_message("")

    def set_client(self, client: Client | None) -> None:
        """Ask this client."""
        self._client = client

    @property
    def answer(self) -> ContextAnswer | None:
        """The pack that is shown."""
        return self._answer

    def ask(self) -> None:
        """Ask what is typed, within the budget."""
        question, client = self.box.text().strip(), self._client
        if not question or client is None:
            return
        request = ContextRequest(question, self.budget.value() * _STEP)
        self._sum.setText(tr("Collecting passages…"))

        def fetch() -> tuple[ContextAnswer, str]:
            answer = client.context(request)
            return answer, context_pack.as_shown(answer)

        self._calls.ask(fetch, lambda found: self._show(*found), self._fail, slot="context")

    def copy_pack(self) -> None:
        """Put the whole pack on the clipboard."""
        if self._answer is not None:
            QGuiApplication.clipboard().setText(context_pack.as_markdown(self._answer))
            self.said.emit(tr("Question and passages copied. Paste them into any chat."))

    def copy_sources(self) -> None:
        """Put the sources alone on the clipboard."""
        if self._answer is not None:
            QGuiApplication.clipboard().setText(context_pack.sources(self._answer) + "\n")
            self.said.emit(tr("Sources copied."))

    def _show(self, answer: ContextAnswer | None, shown: str = "") -> None:
        self._answer = answer
        has_passages = answer is not None and bool(answer.passages or answer.facts)
        for button in (self.copy, self.cite):
            button.setEnabled(has_passages)
        self.view.setVisible(has_passages)
        self._empty_words.setVisible(not has_passages)
        self._sum.setText("")
        if answer is None:
            return
        if not has_passages:
            self._empty_words.setText(tr("No passages found for “{question}”.").format(question=answer.question))
            return
        self._shown = shown
        self.view.show_pack(shown)
        passages, tokens = tr("%Ln passage(s)", "", len(answer.passages)), tr("%Ln token(s)", "", answer.tokens)
        self._sum.setText(f"{passages} · {tokens}")
        self._sum.setToolTip(" ".join(map(translate_message, answer.notices)))

    def _apply_theme(self, _is_dark: bool) -> None:
        if self._answer is not None and self._shown:
            self.view.show_pack(self._shown)

    def _fail(self, error: BookwheelError) -> None:
        self._show(None)
        self._empty_words.setText(error.message)

    def _show_budget(self, steps: int) -> None:
        self._much.setText(tr("up to %Ln token(s)", "", steps * _STEP))
        if not self.budget.isSliderDown():
            self._ask_again()

    def _ask_again(self) -> None:
        if self._answer is not None:
            self.ask()

    def _follow(self, url: QUrl) -> None:
        place = location_of(bytes(url.toEncoded().data()).decode("ascii", "replace"))
        if place is not None:
            is_new = bool(QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier)
            self.location_chosen.emit(place, is_new)
