"""The `bookwheel:` scheme: pages and images out of the library, served to Qt WebEngine off the GUI thread.

Importing this module registers the scheme, which Qt wants done before the application object is made.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, unquote, urlsplit

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject
from PySide6.QtWebEngineCore import QWebEngineUrlRequestJob, QWebEngineUrlScheme, QWebEngineUrlSchemeHandler
from shiboken6 import isValid

from bookwheel import paths
from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError, ServiceUnavailable
from bookwheel.domain.page import AssetAnswer, AssetRequest
from bookwheel.domain.remote_images import CachedImageRequest
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page.html import page_template

NAME = b"bookwheel"
_LOOKS = {".ttf": "font/ttf", ".woff2": "font/woff2", ".css": "text/css;charset=utf-8"}


def register() -> None:
    """Make the scheme known; a second call does nothing."""
    if QWebEngineUrlScheme.schemeByName(NAME).name() == NAME:
        return
    scheme = QWebEngineUrlScheme(NAME)
    scheme.setSyntax(QWebEngineUrlScheme.Syntax.Host)
    scheme.setFlags(QWebEngineUrlScheme.Flag.SecureScheme | QWebEngineUrlScheme.Flag.CorsEnabled)
    QWebEngineUrlScheme.registerScheme(scheme)


register()


class Shelf(QWebEngineUrlSchemeHandler):
    """Answers `bookwheel:` requests: pages laid here before they are loaded, assets asked of the service.

    Lives as long as the application; a request that goes away before its answer is left alone.
    """

    def __init__(
        self, calls: BackgroundCalls, client: Callable[[], Client | None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._calls = calls
        self._client = client
        self._pages: dict[str, bytes] = {}
        self._style: bytes | None = None

    def put_page(self, path: str, html: bytes) -> None:
        """Keep a page ready under its path (`/<document id>`, with `?query` where there is one); thirty stay."""
        self._pages.pop(path, None)
        self._pages[path] = html
        while len(self._pages) > 30:
            self._pages.pop(next(iter(self._pages)))

    def requestStarted(self, job: QWebEngineUrlRequestJob) -> None:  # noqa: N802
        """Serve one request; Qt calls this on the GUI thread, so nothing here waits."""
        address = job.requestUrl()
        host, path = address.host(), unquote(address.path())
        page = f"{path}?{address.query()}" if address.hasQuery() else path
        if bytes(job.requestMethod().data()) != b"GET":
            job.fail(QWebEngineUrlRequestJob.Error.RequestDenied)
        elif host == "look":
            self._serve_look(job, path.lstrip("/"))
        elif host == "doc" and page in self._pages:
            self._reply(job, "text/html;charset=utf-8", self._pages[page])
        elif host == "asset":
            parts = urlsplit(bytes(address.toEncoded().data()).decode("ascii", "replace"))
            self._serve_asset(job, unquote(parts.path).lstrip("/"), parse_qs(parts.query).get("href", [""])[0])
        elif host == "remote":
            parts = urlsplit(bytes(address.toEncoded().data()).decode("ascii", "replace"))
            self._serve_cached(job, parse_qs(parts.query).get("src", [""])[0])
        else:
            job.fail(QWebEngineUrlRequestJob.Error.UrlNotFound)

    def _serve_look(self, job: QWebEngineUrlRequestJob, name: str) -> None:
        if name == "style.css":
            if self._style is None:
                self._style = page_template.style_sheet().encode()
            self._reply(job, "text/css;charset=utf-8", self._style)
            return
        resources = paths.resources()
        files = {file.name: file for file in (resources / "fonts").glob("*.ttf")}
        files["katex.min.css"] = resources / "katex" / "katex.min.css"
        files.update((f"fonts/{file.name}", file) for file in (resources / "katex" / "fonts").glob("*.woff2"))
        if name not in files:
            job.fail(QWebEngineUrlRequestJob.Error.UrlNotFound)
            return
        file = files[name]
        self._answer_later(job, lambda: AssetAnswer(_LOOKS[file.suffix], file.read_bytes()))

    def _serve_cached(self, job: QWebEngineUrlRequestJob, url: str) -> None:
        """A remote image, if the service has it: this fetches nothing."""
        self._answer_later(job, lambda: self._ask().cached_image(CachedImageRequest(url)))

    def _serve_asset(self, job: QWebEngineUrlRequestJob, doc: str, href: str) -> None:
        self._answer_later(job, lambda: self._ask().asset(AssetRequest(doc, href)))

    def _ask(self) -> Client:
        client = self._client()
        if client is None:
            raise ServiceUnavailable(tr("The library is not connected."))
        return client

    def _answer_later(self, job: QWebEngineUrlRequestJob, fetch: Callable[[], AssetAnswer]) -> None:
        def done(answer: AssetAnswer) -> None:
            if isValid(job):
                self._reply(job, answer.media_type, answer.content)

        def failed(_error: BookwheelError) -> None:
            if isValid(job):
                job.fail(QWebEngineUrlRequestJob.Error.UrlNotFound)

        self._calls.ask(fetch, done, failed)

    def _reply(self, job: QWebEngineUrlRequestJob, media_type: str, content: bytes) -> None:
        body = QBuffer(job)
        body.setData(content)
        body.open(QIODevice.OpenModeFlag.ReadOnly)
        job.setAdditionalResponseHeaders(
            {
                QByteArray(b"Content-Security-Policy"): QByteArray(page_template.POLICY.encode()),
                QByteArray(b"X-Content-Type-Options"): QByteArray(b"nosniff"),
                QByteArray(b"Access-Control-Allow-Origin"): QByteArray(b"bookwheel://doc"),
            }
        )
        job.reply(QByteArray(media_type.encode()), body)
