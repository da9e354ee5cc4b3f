"""Sites of the tests' own on loopback: pages with tags, whose bodies are counted."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from bookwheel.crawling import sources
from bookwheel.domain.collection_source import Bounds, Source, SourceKind
from bookwheel.domain.crawling import FetchReport, FetchTask
from bookwheel.domain.jobs import JobCounts, JobError
from tests.loopback import LoopbackServer, Silent, running

Special = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class Content:
    body: bytes
    media_type: str = "text/html; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)
    status: int = 200


class SiteServer(LoopbackServer):
    """Serves `contents` by path; `asked` counts requests by path, `sent` the bodies that went out."""

    def __init__(self) -> None:
        self.contents: dict[str, Content | Special] = {}
        self.fallback: Content | Special | None = None
        self.asked: Counter[str] = Counter()
        self.sent: Counter[str] = Counter()
        self.headers: list[tuple[str, dict[str, str]]] = []
        self.connections = 0
        self.delay_s = 0.0
        super().__init__(_Exchange)

    @property
    def base(self) -> str:
        return f"http://{self.place}"

    def page(self, path: str, inner: str, head: str = "", **headers: str) -> None:
        html = f"<!doctype html><html lang=en><head><title>{path}</title>{head}</head><body>{inner}</body></html>"
        self.contents[path] = Content(html.encode(), headers={k.replace("_", "-"): v for k, v in headers.items()})

    def sitemap(self, *paths: str) -> None:
        urls = "".join(f"<url><loc>{self.base}{path}</loc></url>" for path in paths)
        xml = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'
        self.contents["/sitemap.xml"] = Content(xml.encode(), "application/xml")

    def process_request(self, request: object, client_address: object) -> None:
        self.connections += 1
        super().process_request(request, client_address)  # type: ignore[arg-type]


class _Exchange(Silent, BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        server = self.server
        assert isinstance(server, SiteServer)
        server.asked[self.path] += 1
        server.headers.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
        found = server.contents.get(self.path, server.fallback)
        if server.delay_s:
            time.sleep(server.delay_s)
        if callable(found):
            found(self)
        elif found is None:
            self.give(Content(b"not found", "text/plain", status=404))
        else:
            self.give(found)

    def give(self, content: Content) -> None:
        tag = f'"{hashlib.md5(content.body).hexdigest()}"'
        server = self.server
        assert isinstance(server, SiteServer)
        is_known = content.status == 200 and self.headers.get("If-None-Match") == tag
        self.send_response(304 if is_known else content.status)
        self.send_header("Content-Type", content.media_type)
        if content.status == 200:
            self.send_header("ETag", tag)
        for name, value in content.headers.items():
            self.send_header(name, value)
        if not is_known:
            self.send_header("Content-Length", str(len(content.body)))
        self.end_headers()
        if not is_known:
            server.sent[self.path] += 1
            try:
                self.wfile.write(content.body)
            except ConnectionError:
                self.close_connection = True


def redirect(location: str, status: int = 302) -> Content:
    return Content(b"", "text/html", {"Location": location}, status)


@contextmanager
def site_server() -> Iterator[SiteServer]:
    with running(SiteServer()) as server:
        yield server


@dataclass
class Fetched:
    """What a crawl told, and the documents in its mirror."""

    folder: Path
    counts: JobCounts = JobCounts()
    errors: list[JobError] = field(default_factory=list)

    def documents(self) -> dict[str, str]:
        root = self.folder / "documents"
        files = (path for path in root.rglob("*") if path.is_file())
        return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in files}

    def messages(self) -> dict[str, str]:
        return {error.id: str(error.message) for error in self.errors}


def task_for(
    server: SiteServer, folder: Path, path: str = "/", kind: SourceKind = SourceKind.SITE, **bounds: object
) -> FetchTask:
    limits = replace(Bounds(may_be_private=True), **bounds)  # type: ignore[arg-type]
    return FetchTask(str(folder), Source(kind, server.base + path, bounds=limits), "Bookwheel/test", 2000.0)


def fetch(task: FetchTask) -> Fetched:
    """Crawl a site; raises what the crawl does."""
    made = Fetched(Path(task.folder))

    def tell(report: FetchReport) -> None:
        made.counts = report.counts
        made.errors += report.errors

    sources.fetch(task, tell)
    return made
