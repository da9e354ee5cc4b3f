"""Images of a page that lie on other computers: shown once they are in the cache, fetched when a person says so."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, QUrl

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.page import PageAnswer
from bookwheel.domain.remote_images import AllowImagesRequest, RemoteImagesAnswer, RemoteImagesRequest
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.page.web_view import PageView
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.shell.team_documents import is_team_document
from bookwheel.gui.state.locations import is_made_page

_HOST = "images"
_HAS_IMAGE = 'data-src="'
_REST_MS = 80
"""Images that come one after the other are put in place together."""


class RemoteImages(QObject):
    """Serves one reader: asks how the images of its page are, and hands on what a person presses."""

    def __init__(self, shell: Shell, reader: Reader) -> None:
        super().__init__(reader)
        self._shell, self._reader, self._calls = shell, reader, reader.calls
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self.refresh)
        shell.event_received.connect(self._on_event)
        reader.document_opened.connect(lambda _page: self._calls.drop("images"))
        reader.landed.connect(lambda _place: self.refresh())

    def refresh(self) -> None:
        """Ask how the images are that the page does not show yet."""
        view, page = self._reader.view, self._page
        if view is not None and page is not None:
            view.call("remote_images", then=lambda urls: self._ask(page, urls, is_asked=False))

    def add_part(self, html: str) -> None:
        """Ask soon how the images of a part are that came later, if it has any."""
        if _HAS_IMAGE in html:
            self._refresh_soon()

    def show_all(self) -> None:
        """Fetch every image of the page."""
        view, page = self._reader.view, self._page
        if view is None or page is None:
            self._shell.notify(tr("This page has no remote images."))
            return
        if self._refuses_team(page):
            return

        def ask(urls: object) -> None:
            if urls:
                self._ask(page, urls, is_asked=True)
            else:
                self._shell.notify(tr("This page has no remote images."))

        view.call("remote_images", then=ask)

    def press(self, view: PageView, address: QUrl) -> None:
        """Do what a button of the page asks for; any other link is left alone."""
        page = self._page
        is_wish = address.scheme() == "bookwheel" and address.host() == _HOST
        if page is not None and is_wish and not self._refuses_team(page):
            view.call("image_wish", address.path(), then=lambda wish: self._fulfil(page, wish))

    @property
    def _page(self) -> PageAnswer | None:
        """The document whose page of text is shown."""
        page, here = self._reader.page, self._reader.here
        if page is None or here is None or self._reader.pages is not None or here.is_source or is_made_page(page.doc):
            return None
        return page

    def _on_event(self, event: Event) -> None:
        if event.kind is EventKind.IMAGES_CHANGED or (
            event.kind is EventKind.SETTINGS_CHANGED and event.message.startswith("images.")
        ):
            self._refresh_soon()

    def _refresh_soon(self) -> None:
        if not self._rest.isActive():  # images that come without a pause are shown meanwhile
            self._rest.start()

    def _fulfil(self, page: PageAnswer, wish: object) -> None:
        client = self._shell.client
        if not isinstance(wish, list) or client is None or page is not self._reader.page:
            return
        what, host, urls = str(wish[0]), str(wish[1]), wish[2]
        if what in ("one", "all"):
            self._ask(page, urls, is_asked=True)
            return
        request = AllowImagesRequest(host=host) if what == "host" else AllowImagesRequest(doc=page.doc)
        self._calls.ask(lambda: client.allow_images(request), lambda _done: self.refresh(), self._fail)

    def _ask(self, page: PageAnswer, urls: object, *, is_asked: bool) -> None:
        client: Client | None = self._shell.client
        if client is None or not isinstance(urls, list) or not urls or page is not self._reader.page:
            return
        if is_team_document(self._shell, page.doc):
            return
        request = RemoteImagesRequest(page.doc, tuple(str(url) for url in urls), is_asked)
        self._calls.ask(
            lambda: client.remote_images(request),
            lambda answer: self._show(page, answer),
            self._fail if is_asked else lambda _error: None,
            slot="" if is_asked else "images",
        )

    def _refuses_team(self, page: PageAnswer) -> bool:
        """Say that images of a team's document are not fetched; False for any other document."""
        is_team = is_team_document(self._shell, page.doc)
        if is_team:
            self._shell.notify(tr("Remote images are not fetched for the documents of a team."))
        return is_team

    def _show(self, page: PageAnswer, answer: RemoteImagesAnswer) -> None:
        view = self._reader.view
        if view is not None and page is self._reader.page:
            images = [[image.url, image.state.value, translate_message(image.reason)] for image in answer.images]
            view.call("show_remote_images", images, answer.collection)

    def _fail(self, error: BookwheelError) -> None:
        self._shell.notify(error.message)
