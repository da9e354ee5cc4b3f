"""Where the documents of a collection come from, if not from a folder of the person's own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SourceKind(StrEnum):
    """What a source is."""

    SITE = "site"
    FEED = "feed"
    GIT = "git"
    DATASOURCE = "datasource"
    PUBLICATION = "publication"


class Timetable(StrEnum):
    """When a source is refreshed by itself."""

    NEVER = "never"
    ON_OPENING = "on-opening"
    DAILY = "daily"
    WEEKLY = "weekly"


PAGES = 5_000
"""Pages of a site that are fetched unless a person says otherwise."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What of a site is fetched.

    `prefixes` are addresses that pages begin with; empty for the folder of the source's own address. `include` and
    `exclude` are patterns in .gitignore syntax for the path of a page. `depth` counts links from the start, `pages` the
    pages, `size_bytes` all that is fetched; 0 sets no bound. `has_images` fetches the pictures of pages.
    `may_be_private` allows addresses of this computer and its network. `branch` is that of a git address.
    """

    prefixes: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    depth: int = 0
    pages: int = PAGES
    size_bytes: int = 1_000_000_000
    has_images: bool = False
    may_be_private: bool = False
    branch: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a collection's documents come from: `address` is a URL, or the name of a datasource.

    That of a publication may also be an absolute path or `s3://bucket/prefix`; its manifest must be signed by `key`
    (base64), or by one that this was handed over to. Empty until the first manifest is taken.
    """

    kind: SourceKind
    address: str
    timetable: Timetable = Timetable.NEVER
    bounds: Bounds = Bounds()
    is_paused: bool = False
    key: str = ""
