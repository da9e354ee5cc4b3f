"""The question before a collection leaves the library, which says what goes with it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from bookwheel.domain.web_addresses import is_web_address
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.widgets.confirmation import ask_to_confirm


def ask_to_remove(
    parent: QWidget, name: str, address: str, confirmed: Callable[[], object], *, is_shared: bool = False
) -> None:
    """Ask; `address` is where it is fetched from or the name of a datasource, empty for a folder.

    `is_shared` says that it is a subscription to a published collection.
    """
    if is_shared:
        question = tr("Unsubscribe from “{name}”?").format(name=name)
        detail = tr(
            "Bookwheel deletes its copy of the documents. What the publisher shares stays as it is, and you can "
            "subscribe again at any time."
        )
        ask_to_confirm(parent, question, detail, tr("Unsubscribe"), confirmed)
        return
    if not address:
        detail = tr("Bookwheel deletes its index. The folder and its files stay as they are.")
    elif is_web_address(address):
        detail = tr("Bookwheel deletes what it fetched. You can add the address again at any time.")
    else:
        detail = tr("Bookwheel deletes what programs sent. You cannot undo this.")
    question = tr("Remove “{name}” from the library?").format(name=name)
    ask_to_confirm(parent, question, detail, tr("Remove"), confirmed)
