"""The context menu of the page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from bookwheel.domain.things import is_thing
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.shell.team_documents import is_team_document
from bookwheel.gui.state.locations import location_of
from bookwheel.gui.window.commands.commands import Commands

_LIKE = "More like this"
_COMMANDS = (
    *(
        "Back",
        "Forward",
        "Find in page",
        _LIKE,
        "Open in editor",
        "Open in default app",
        "Reveal in folder",
        "Copy link to section",
        "Copy as Markdown",
    ),
    *("Copy citation", "Bookmark", "Add note", "Add to reading list", "Pin for agents", "Compare with"),
    "Add manual link",
    *("Print", "Save as PDF"),
)
_OF_PAGE = frozenset(
    (
        *("Bookmark", "Add note", "Highlight selection", "Add manual link", "Move document to topic"),
        *("Add to reading list", "Remove from reading list", "Mark as read", "Mark as unread", "Show remote images"),
    )
)
"""Commands that keep something of the page that is shown."""
_OF_OWN = _OF_PAGE | {"Open in editor", "Open in default app", "Reveal in folder", "Pin for agents"}
"""Commands that a team's document does not offer; some of them are also for a row or hit that has the keyboard."""
_OF_THINGS = ("Mark as same as", "Mark as different from")


def is_refused(shell: Shell, command: str) -> bool:
    """Whether a command would keep something of the page that is shown, and that is a team's."""
    return command in _OF_PAGE and _is_team_page(shell)


def _is_team_page(shell: Shell) -> bool:
    return shell.location is not None and is_team_document(shell, shell.location.doc)


def build_page_menu(
    shell: Shell,
    reader: Reader,
    commands: Commands,
    search_like: Callable[[Reader], object],
    extend: Callable[[QMenu, str], object] = lambda _menu, _doc: None,
) -> QMenu:
    """Build a menu for what was pressed last: the words selected, the link, and the commands of a page.

    `search_like` looks for what is like the selection or the section that was pressed, `extend` adds what else can be
    done with a document.
    """
    menu = QMenu(shell.dialog_parent())
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    pages, view = reader.pages, reader.view
    request = view.lastContextMenuRequest() if view is not None and pages is None else None
    text, link = (request.selectedText(), request.linkUrl()) if request is not None else ("", QUrl())
    if pages is not None:
        text, link = pages.selected_text, pages.link_address()
    if pages is not None or request is not None:
        clipboard = QGuiApplication.clipboard()
        if text:
            menu.addAction(tr("Copy"), lambda: clipboard.setText(text))
            menu.addAction(tr("Search for “{words}”").format(words=text[:32]), lambda: shell.search_for(text))
            menu.addAction(tr("More like this"), lambda: search_like(reader))
            if not is_refused(shell, "Highlight selection"):
                menu.addAction(commands.find("Highlight selection"))
            menu.addSeparator()
        if not link.isEmpty():
            menu.addAction(tr("Open in new tab"), lambda: reader.text.link_clicked.emit(link, True))
            place = location_of(bytes(link.toEncoded().data()).decode("ascii", "replace"))
            if place is not None:
                menu.addAction(tr("Open in other split"), lambda: shell.open_beside(place))
                extend(menu, place.doc)
            menu.addAction(tr("Copy link"), lambda: clipboard.setText(link.toString()))
            menu.addSeparator()
    of_things = _OF_THINGS if shell.page is not None and is_thing(shell.page.doc) else ()
    for name in (*of_things, *_COMMANDS):
        if name in _OF_OWN and _is_team_page(shell):
            continue
        if name != _LIKE:
            menu.addAction(commands.find(name))
        elif not text:
            menu.addAction(tr("More like this"), lambda: search_like(reader))
    if shell.page is not None and shell.page.url:
        menu.insertAction(commands.find("Copy link to section"), commands.find("Open in browser"))
    return menu
