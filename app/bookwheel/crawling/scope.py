"""Which addresses belong to a source: by host and path, patterns, file types, and what keeps out of endless links."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from urllib.parse import parse_qsl, unquote, urlsplit

from bookwheel.crawling.addresses import canonical, folder_of, host_of
from bookwheel.domain.collection_source import Bounds
from bookwheel.library.sources.ignore_patterns import Patterns

DEEPEST_PATH = 24
"""Folders within each other that an address has at most."""

MOST_QUERIES = 200
"""Addresses that differ in their query alone and are followed."""

MOST_DATES = 400
"""Addresses that differ in numbers alone, of which one looks like a year or a month, and are followed."""

MOST_KNOWN = 200_000
"""Addresses about which it is remembered whether they are in the scope."""

_NO_PAGE = re.compile(
    r"\.(?:png|jpe?g|gif|webp|svg|ico|bmp|tiff?|avif|heic|css|map|json|xml|rss|atom|wasm|woff2?|ttf|otf|eot|zip"
    r"|tar|t?gz|bz2|t?xz|7z|rar|jar|whl|exe|msi|dmg|deb|rpm|apk|iso|img|bin|mp[34]|m4[av]|webm|og[gv]|wav|flac|mov|avi"
    r"|pdf|docx?|xlsx?|pptx?|odt|ods|odp|epub|ics|csv|tsv|inv|asc|sig|sha\d+|py|cpp|java|ipynb|ya?ml|toml)\Z",
    re.IGNORECASE,
)
_ACTIONS = frozenset((
    "action", "oldid", "diff", "printable", "print", "share", "replytocom", "login", "logout", "signin", "redirect_to",
    "returnto", "return_to", "do", "rev", "sort", "order", "orderby", "filter", "view", "format", "download", "export",
))  # fmt: skip
"""Names in a query that ask for another view of a page, or for something to be done."""
_LOOK_BACK = 6
_REPEATS = 3
_NUMBER = re.compile(r"\d+")
_DATE = re.compile(r"(?:^|[/=&._-])(?:19|20)\d\d(?:[/._&-]|$)|(?:month|year|date|day|week)=", re.IGNORECASE)


class Scope:
    """What a source takes in; it counts the addresses that only differ in a query or a date."""

    def __init__(self, address: str, bounds: Bounds) -> None:
        self.start = canonical(address)
        given = tuple(prefix for prefix in map(canonical, bounds.prefixes) if prefix)
        self._is_given = bool(given)
        self._prefixes = given or (folder_of(self.start),)
        self._known: dict[str, bool] = {}
        self._include = Patterns.of(bounds.include)
        self._exclude = Patterns.of(bounds.exclude)
        self._queries: Counter[str] = Counter()
        self._dates: Counter[str] = Counter()

    @property
    def prefixes(self) -> tuple[str, ...]:
        """What the addresses of pages begin with."""
        return self._prefixes

    @property
    def base(self) -> str:
        """The folder of all that a person named, where that holds the start; empty for none.

        So languages of a site that are named each for itself stay beside each other.
        """
        named = [prefix for prefix in self._prefixes if host_of(prefix) == host_of(self.start)]
        if not self._is_given or not any(self.start.startswith(prefix) for prefix in named):
            return ""
        shared = posixpath.commonprefix([folder_of(prefix).split("/")[:-1] for prefix in named])
        return "/".join((*shared, ""))

    def move(self, target: str) -> None:
        """Take in the folder of the address to which the start leads on, unless a person named what to take in.

        Where it only leads to its own folder (from `/en` to `/en/`), that is what the person meant, without what is
        beside it.
        """
        if not self._is_given and target:
            own = (target,) if target == f"{self.start}/" else (folder_of(self.start), folder_of(target))
            self._prefixes = tuple(dict.fromkeys(own))
            self._known.clear()

    def holds(self, url: str) -> bool:
        """Whether an address in its one spelling lies in the scope and may be a page."""
        if url not in self._known:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            self._known[url] = self._holds(url)
        return self._known[url]

    def _holds(self, url: str) -> bool:
        if not url or not self.is_below(url):
            return False
        parts = urlsplit(url)
        if url == self.start:
            return True
        return not _NO_PAGE.search(parts.path) and not _is_trap(parts.path) and self._is_chosen(unquote(parts.path))

    def is_below(self, url: str) -> bool:
        """Whether an address lies under one of the prefixes."""
        return url == self.start or any(_begins_with(url, prefix) for prefix in self.prefixes)

    def follows(self, url: str) -> bool:
        """Whether a link to an address is followed that nothing lists; it counts as followed."""
        if not self.holds(url):
            return False
        bare, _, query = url.partition("?")
        if query:
            if any(name.lower() in _ACTIONS for name, _ in parse_qsl(query, keep_blank_values=True)):
                return False
            self._queries[bare] += 1
            if self._queries[bare] > MOST_QUERIES:
                return False
        if _DATE.search(url):
            shape = _NUMBER.sub("0", url)
            self._dates[shape] += 1
            return self._dates[shape] <= MOST_DATES
        return True

    def _is_chosen(self, path: str) -> bool:
        inner = path.strip("/")
        if not inner:
            return True
        if self._exclude.covers(inner):
            return False
        return self._include.is_empty or self._include.covers(inner)


def _begins_with(url: str, prefix: str) -> bool:
    """Whether an address lies under a prefix: below a folder, or the prefix itself with what follows its end."""
    if not url.startswith(prefix):
        return False
    return prefix.endswith("/") or url == prefix or url[len(prefix)] in "/?."


def _is_trap(path: str) -> bool:
    """Whether a path nests too deeply, or repeats its folders as pages with wrong relative links make them."""
    segments = path.strip("/").split("/")
    if len(segments) > DEEPEST_PATH:
        return True
    for length in range(1, _LOOK_BACK + 1):
        for start in range(len(segments) - _REPEATS * length + 1):
            chunk = segments[start : start + length]
            repeats = (segments[start + n * length : start + (n + 1) * length] for n in range(1, _REPEATS))
            if all(other == chunk for other in repeats):
                return True
    return False
