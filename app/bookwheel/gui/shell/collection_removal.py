"""The question before a collection leaves the library, which says what goes with it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from bookwheel.domain.web_addresses import is_web_address
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.widgets.confirmation import ask_to_confirm


def ask_to_remove(parent: QWidget, name: str, address: str, confirmed: Callable[[], object]) -> None:
    """Ask; `address` is where it is fetched from or the name of a datasource, empty for a folder."""
    if not address:
        detail = tr("Bookwheel deletes its index. The folder and its files stay as they are.")
    elif is_web_address(address):
        detail = tr("Bookwheel deletes what it fetched. You can add the address again at any time.")
    else:
        detail = tr("Bookwheel deletes what programs sent. You cannot undo this.")
    question = tr("Remove “{name}” from the library?").format(name=name)
    ask_to_confirm(parent, question, detail, tr("Remove"), confirmed)
