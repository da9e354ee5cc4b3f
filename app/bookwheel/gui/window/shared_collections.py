"""Offers published collections that links, files and addresses name: the dialog opens, and nothing is fetched yet."""

from __future__ import annotations

import os.path

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.publication_addresses import is_publication_address, publication_address
from bookwheel.domain.publications import MANIFEST
from bookwheel.domain.subscribe_links import Offer, is_subscribe_link, read_subscribe_link
from bookwheel.domain.web_addresses import is_web_address
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.window.dialogs import Dialogs


class SharedCollections:
    """Opens the dialog Add shared collection for what names one, or says why not."""

    def __init__(self, shell: Shell, dialogs: Dialogs) -> None:
        self._shell, self._dialogs = shell, dialogs

    def offer(self, target: str) -> bool:
        """Offer what a path, an address or a link names; False where that is no published collection."""
        if is_subscribe_link(target):
            self.offer_link(target)
        elif os.path.basename(target) == MANIFEST and os.path.isabs(target):
            self._dialogs.add_shared(Offer(os.path.dirname(target)))
        elif is_publication_address(target):
            try:
                offer = Offer(publication_address(target))
            except BadRequest as error:
                self._say_refused(error)
            else:
                self._dialogs.add_shared(offer, is_from_link=is_web_address(target))
        else:
            return False
        return True

    def offer_link(self, link: str) -> None:
        """Offer what a `bookwheel://subscribe` link names; anybody may have written it."""
        try:
            offer = read_subscribe_link(link)
        except BadRequest as error:
            self._say_refused(error)
        else:
            self._dialogs.add_shared(offer, is_from_link=True)

    def _say_refused(self, error: BadRequest) -> None:
        self._shell.notify(translate_message(error.message), tr("Add shared collection…"), self._dialogs.add_shared)
