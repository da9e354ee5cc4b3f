"""Reads the files of a publication from where it is published: the web, a folder, or an object store."""

from __future__ import annotations

import contextlib
import os
from dataclasses import replace
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit, urlunsplit

from bookwheel.crawling.asking import Asker, HostUnavailable
from bookwheel.crawling.connection import limits_of
from bookwheel.domain.crawling import FetchTask
from bookwheel.domain.errors import FetchFailed, FetchRefused, NotPublished
from bookwheel.domain.publication_addresses import OBJECT_STORE, is_path
from bookwheel.domain.publications import MANIFEST, SEGMENTS, SegmentEntry
from bookwheel.domain.targets import Target
from bookwheel.fetching.connections import Resolve
from bookwheel.fetching.object_store import open_object_store
from bookwheel.fetching.pace import Pace
from bookwheel.fetching.sessions import Answer, Session
from bookwheel.publications.manifest import MOST_MANIFEST_BYTES, Signed
from bookwheel.publications.targets import FolderTarget

AT_ONCE = 4
"""Segments that are fetched at once."""

START_S = 30.0
"""Seconds for an answer, besides those that its bytes take."""

SLOWEST_BYTES_PER_S = 50_000

_REDIRECTS = 5
_ETAG = "manifest.etag"
_LONGEST_ETAG = 500
_GONE = frozenset((404, 410))
_LOGIN = frozenset((401, 403))
_PLAIN = {"Accept-Encoding": "identity"}


class SegmentGone(FetchFailed):
    """A segment that is not there any more, as after its publisher has published anew."""


class PublicationReader(Protocol):
    """Reads one publication; safe to use from several threads."""

    def manifest(self, known: Signed | None) -> bytes | None:
        """The manifest as it is now; None when it is the known one still.

        Raises:
            NotPublished: when there is none.
            FetchFailed: when it cannot be read.
        """
        ...

    def segment(self, entry: SegmentEntry) -> bytes:
        """The bytes that are there for a segment, unchecked and not many more than it should have.

        Raises:
            SegmentGone: when it is not there.
            HostUnavailable: when nothing more can be read.
            FetchFailed: when there is no whole answer.
        """
        ...

    def remember(self, signed: Signed) -> None:
        """Note that the manifest that was read last is the known one now."""
        ...


def open_publication(task: FetchTask, find: Resolve, stack: contextlib.ExitStack) -> PublicationReader:
    """What reads the publication at a source's address; its connections are closed with the stack.

    Raises:
        BadRequest: for an object store without the packages that read it.
        NotPublished: for a folder that is missing.
    """
    address = task.source.address
    if address.startswith(OBJECT_STORE):
        return _Stored(open_object_store(address), address)
    if is_path(address):
        if not os.path.isdir(address):
            raise NotPublished("The folder {folder} is missing or cannot be read.", folder=address)
        return _Stored(FolderTarget(Path(address)), address)
    limits = replace(limits_of(task), size_bytes=MOST_MANIFEST_BYTES)
    session = Session(task.agent, limits, find, AT_ONCE)
    stack.callback(session.close)
    is_secure = address.startswith("https:")
    asker = Asker(session, Pace(task.requests_per_s), task.logins, is_secure=is_secure, accept="*/*", retries=0)
    return _Web(asker, address, Path(task.folder))


class _Stored:
    """A publication in a folder or an object store."""

    def __init__(self, target: Target, address: str) -> None:
        self._target, self._address = target, address

    def manifest(self, known: Signed | None) -> bytes | None:
        stored = self._target.read(MANIFEST, MOST_MANIFEST_BYTES)
        if stored is None:
            raise NotPublished("There is no publication at {address}.", address=self._address)
        return None if known is not None and stored.content == known.content else stored.content

    def segment(self, entry: SegmentEntry) -> bytes:
        stored = self._target.read(f"{SEGMENTS}/{entry.hash}", entry.size_bytes)
        if stored is None:
            raise SegmentGone("{address} has no segment {name}.", address=self._address, name=entry.hash[:12])
        return stored.content

    def remember(self, signed: Signed) -> None:
        """Nothing is remembered: the whole manifest is read each time."""


class _Web:
    """A publication on a web server; it is asked for the manifest only if that has changed."""

    def __init__(self, asker: Asker, address: str, folder: Path) -> None:
        """`folder` is the mirror, which keeps the tag that the server gave the known manifest."""
        self._asker, self._address = asker, address
        self._base = address
        self._tag_file = folder / _ETAG
        self._tag = ""

    def manifest(self, known: Signed | None) -> bytes | None:
        tag = self._known_tag(known) if known is not None else ""
        conditions = {"If-None-Match": tag} if tag else {}
        answer = self._ask(self._url_of(self._address, MANIFEST), conditions, MOST_MANIFEST_BYTES)
        if answer.status == 304 and tag:
            self._tag = tag
            return None
        if answer.status in _GONE:
            raise NotPublished(
                "There is no publication at {address}: the server answers {status}.",
                address=self._address,
                status=answer.status,
            )
        if answer.status != 200:
            raise self._refusal(answer.status)
        self._tag = answer.headers.get("etag", "")
        self._follow(answer.url)
        return answer.content

    def segment(self, entry: SegmentEntry) -> bytes:
        # A byte more tells a segment that is too long from a whole one.
        answer = self._ask(self._url_of(self._base, f"{SEGMENTS}/{entry.hash}"), _PLAIN, entry.size_bytes + 1)
        if answer.status in _GONE:
            raise SegmentGone("{address} has no segment {name}.", address=self._address, name=entry.hash[:12])
        if answer.status != 200:
            raise self._refusal(answer.status)
        return answer.content

    def remember(self, signed: Signed) -> None:
        is_tag = self._tag.isprintable() and 0 < len(self._tag) <= _LONGEST_ETAG
        draft = self._tag_file.with_suffix(".draft")
        with contextlib.suppress(OSError):  # the manifest is read whole next time
            if is_tag:
                draft.write_text(f"{signed.digest}\n{self._tag}", "utf-8")
                os.replace(draft, self._tag_file)
            else:
                self._tag_file.unlink(missing_ok=True)

    def _known_tag(self, known: Signed) -> str:
        """The tag of the known manifest; empty where none was kept, or that of another manifest."""
        try:
            digest, _, tag = self._tag_file.read_text("utf-8").partition("\n")
        except (OSError, ValueError):
            return ""
        return tag if digest == known.digest and tag.isprintable() and len(tag) <= _LONGEST_ETAG else ""

    def _ask(self, url: str, headers: dict[str, str], most_bytes: int) -> Answer:
        """The answer for an address after its redirects.

        Raises:
            FetchFailed: see `Asker.ask`; and for too many redirects, or one to an insecure address.
        """
        total_s = START_S + most_bytes / SLOWEST_BYTES_PER_S
        for _ in range(_REDIRECTS + 1):
            answer = self._asker.ask(url, headers, most_bytes=most_bytes, total_s=total_s)
            if not answer.leads_to:
                return answer
            if url.startswith("https:") and not answer.leads_to.startswith("https:"):
                raise FetchRefused("{address} redirects to an address that is not secure.", address=self._address)
            url = answer.leads_to
        raise FetchRefused("The server redirects more than {count} times.", count=_REDIRECTS)

    def _follow(self, url: str) -> None:
        """Ask for segments where the manifest was found, which saves a redirect for each."""
        there, here = urlsplit(url), urlsplit(self._address)
        if there.path.endswith(f"/{MANIFEST}") and there.query == here.query:
            folder = there.path.removesuffix(MANIFEST)
            self._base = urlunsplit((there.scheme, there.netloc, folder, there.query, ""))

    @staticmethod
    def _url_of(base: str, name: str) -> str:
        parts = urlsplit(base)
        return urlunsplit((parts.scheme, parts.netloc, parts.path + name, parts.query, ""))

    def _refusal(self, status: int) -> HostUnavailable:
        if status in _LOGIN:
            return HostUnavailable(
                "{address} needs a login: the server answers {status}. Give it one: bookwheel sources login",
                address=self._address,
                status=status,
            )
        return HostUnavailable(
            "The server answers {status} for {address}. Refresh again later.", status=status, address=self._address
        )
