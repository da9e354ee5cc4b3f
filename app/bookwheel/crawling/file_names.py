"""Paths of documents from the addresses of pages: readable, safe on every system, each once."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from urllib.parse import unquote, urlsplit

from bookwheel.crawling.addresses import folder_of
from bookwheel.domain.left_out_names import LEFT_OUT_FOLDERS, is_secret

LONGEST_SEGMENT, LONGEST_PATH = 90, 180
"""Bytes of a folder's or file's name, and of a whole path, so that a mirror fits into every system's bounds."""

OTHER = "other"
"""The folder of pages that do not lie below the source's own address."""

_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\u200b-\u200f\u2028-\u202e\ufeff\ud800-\udfff]+')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|\Z)", re.IGNORECASE)
_HTML = re.compile(r"\.(?:x?html?|xht|php\d?|aspx?|jspx?|cgi|do|md|markdown|mdown|txt|text)\Z", re.IGNORECASE)
_INDEX = "index"
_SUFFIXES = (".html", ".md", ".txt")
"""Ends of documents' names, which no folder has, lest it be in the way of one."""


class FileNames:
    """Gives each page a path that no other has, whatever the case of its letters."""

    def __init__(self, start: str, taken: Iterable[str] = (), base: str = "") -> None:
        """`start` is the source's own address, `taken` the paths that pages have already.

        `base` is the folder that paths are relative to, that of the address where it is empty.
        """
        self._folder = base or folder_of(start)
        self._host = urlsplit(start).netloc
        self._taken = {folded(path) for path in taken}

    def path_for(self, url: str, suffix: str) -> str:
        """A path for a page that has none yet, relative and with slashes; `suffix` is that of its format."""
        made = self.plain_path(url, suffix)
        if folded(made) in self._taken:
            made = self.other_path(url, suffix)
        self._taken.add(folded(made))
        return made

    def plain_path(self, url: str, suffix: str) -> str:
        """The path of a page that no other page wants."""
        *folders, name = (_safe(segment) for segment in self._segments(url))
        made = "/".join((*folders, name + suffix))
        if len(made.encode()) <= LONGEST_PATH:
            return made
        return f"{_cut('/'.join(folders[:2]) or 'pages', 80)}/{_cut(name, 60)}-{_short_hash(url)}{suffix}"

    def other_path(self, url: str, suffix: str) -> str:
        """The path of a page whose plain path belongs to another."""
        return f"{self.plain_path(url, suffix).removesuffix(suffix)}-{_short_hash(url)}{suffix}"

    def _segments(self, url: str) -> list[str]:
        """The parts of a page's path: folders, and its name without its suffix."""
        parts = urlsplit(url)
        if url.startswith(self._folder) or f"{url}/" == self._folder:
            inner, above = url[len(self._folder) :].partition("?")[0], []
        else:
            inner = parts.path.lstrip("/")
            above = [OTHER] if parts.netloc == self._host else [OTHER, parts.netloc]
        *folders, name = (unquote(segment, errors="replace") for segment in inner.split("/"))
        name = _HTML.sub("", name) or _INDEX
        query = unquote(parts.query.replace("+", " "), errors="replace")
        named = (f"{folder}_" if folder.lower().endswith(_SUFFIXES) else folder for folder in folders if folder)
        return [*above, *named, f"{name}-{query}" if query else name]


def _safe(segment: str) -> str:
    """A name that every system takes, and that is neither hidden nor left out of collections."""
    name = _FORBIDDEN.sub("-", unicodedata.normalize("NFC", segment)).strip(" ")
    name = name.rstrip(". ") if name.rstrip(". ") else "_"
    if name.startswith((".", "~")):
        name = f"_{name}"
    if _RESERVED.match(name) or name in LEFT_OUT_FOLDERS or is_secret(f"{name}.html") or is_secret(name):
        name = f"_{name}"
    if is_secret(f"{name}.html") or is_secret(name):
        name = f"page-{name.replace('.', '-')}"
    return _cut(name, LONGEST_SEGMENT)


def _cut(name: str, most_bytes: int) -> str:
    """A name of at most so many bytes; one that was cut ends with a hash of the whole."""
    if len(name.encode()) <= most_bytes:
        return name
    cut = name.encode()[: most_bytes - 9].decode("utf-8", "ignore").rstrip(". -")
    return f"{cut}-{_short_hash(name)}"


def _short_hash(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()


def folded(path: str) -> str:
    """What file systems may take for the same path: they fold case, and letters that are composed differently."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", path).casefold())
