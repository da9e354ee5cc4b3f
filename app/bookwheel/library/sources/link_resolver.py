"""Where a link written in a document leads: another document and section, a file to show, the web, or nowhere."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from bookwheel.domain.document import LinkKind
from bookwheel.domain.links.links_out import APP_SCHEMES
from bookwheel.domain.links.named_links import Address, NameKind, is_named, read_address
from bookwheel.domain.subscribe_links import is_subscribe_link
from bookwheel.indexes.catalogue import CatalogueReader, LinkRow, StatedLink, fold_name
from bookwheel.library.sources.attachments import Attachments
from bookwheel.library.sources.inside_root import is_inside, is_on_same_drive
from bookwheel.library.sources.named_places import NamedPlaces
from bookwheel.library.sources.near_names import NearNames
from bookwheel.parsing.anchors import slug
from bookwheel.parsing.formats.converted import PICTURE_SUFFIXES

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,30}:")
_EXTERNAL = (
    "http:",
    "https:",
    "mailto:",
    "tel:",
    "ftp:",
    "ftps:",
    "sftp:",
    "irc:",
    "ircs:",
    "xmpp:",
    "sms:",
    "news:",
    "git:",
    "ssh:",
)
INNER = "inner:"
"""Begins the address of a picture that lies inside the document's own file."""
_BY_NAME = (LinkKind.WIKILINK, LinkKind.EMBED, LinkKind.SHORTCODE)
_WIKI_SUFFIXES = (".mediawiki", ".wiki")
_PAGE_SUFFIXES = (".md", ".markdown", ".mdx", ".txt")
_FOLDER_PAGES = ("index.md", "_index.md", "README.md", "readme.md")
_SITE_FOLDERS = ("content", "docs", "src", "doc")
_DOCUMENT_RELATIONS = ("", "relatedTo")
"""Relations whose target is meant to be a document, so that one which is not there is a broken link."""


FEW_LINKS = 1000
"""Links for which paths are looked up one by one: to read those of 100,000 documents takes as long as 2,000 of them."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """Where a link leads: `status` is resolved, external, asset, broken or unknown; `path` is relative to the root."""

    status: str
    path: str = ""
    anchor: str = ""
    url: str = ""


BROKEN = Resolution("broken")
UNKNOWN = Resolution("unknown")
"""What an address leads to that names something nothing here states, and that need not be stated here."""


def is_stated(link: StatedLink) -> bool:
    """Return whether the graph states a link: not what `requires:` names without meaning a document."""
    return link.status == "resolved" or link.relation in _DOCUMENT_RELATIONS or link.kind == "markdown"


class Resolver:
    """Resolves the links of one collection at the revision that the reader shows; of one thread."""

    def __init__(
        self, catalogue: CatalogueReader, collection: str, root: Path, paths: frozenset[str] | None = None
    ) -> None:
        """Look up in `catalogue`; `root` is a real path; `paths` are the collection's documents, if at hand."""
        self._catalogue, self._collection, self._root, self._paths = catalogue, collection, root, paths
        self._folded: dict[str, str] | None = None
        self._named = NamedPlaces(catalogue, collection)
        self._near = NearNames(catalogue, collection)
        self._attachments = Attachments(root)

    def resolve_href(self, from_path: str, href: str, kind: LinkKind = LinkKind.MARKDOWN) -> Resolution:
        """Where an href with its `#fragment` leads, as it was written in the document at `from_path`."""
        if kind in (LinkKind.WIKILINK, LinkKind.EMBED):
            href = href.partition("|")[0]
        target, _, fragment = href.strip().partition("#")
        return self.resolve(from_path, target, fragment, kind)

    def resolve_picture(self, from_path: str, href: str, kind: LinkKind) -> Resolution:
        """Where the address of something that a page shows leads: a picture that is a document too is shown as one."""
        found = self.resolve_href(from_path, href, kind)
        is_picture = found.status == "resolved" and found.path.lower().endswith(PICTURE_SUFFIXES)
        return Resolution("asset", path=found.path) if is_picture else found

    def resolve(self, from_path: str, target: str, fragment: str, kind: LinkKind = LinkKind.MARKDOWN) -> Resolution:
        """Where a link leads that was written in the document at `from_path`."""
        target = target.strip()
        if target.startswith(INNER):
            return Resolution("asset", path=target)
        if kind not in _BY_NAME and (address := read_address(target)) is not None:
            return self._by_address(from_path, address, f"{target}#{fragment}" if fragment else target)
        if target.startswith("//") or _SCHEME.match(target):
            scheme = target.partition(":")[0].lower()
            is_web = target.startswith("//") or target.lower().startswith(_EXTERNAL)
            is_external = is_web or scheme in APP_SCHEMES or is_subscribe_link(target)
            url = f"{target}#{fragment}" if fragment else target
            return Resolution("external", url=url) if is_external else BROKEN
        if not target:
            return self._at(from_path, fragment)
        if "\0" in target:
            return BROKEN
        wanted = unquote(target).replace("\\", "/") if kind is not LinkKind.WIKILINK else target
        if kind in _BY_NAME:
            found = self._by_name(from_path, wanted)
        else:
            found = self._by_path(from_path, wanted.partition("?")[0])
        if found is None and from_path.lower().endswith(_WIKI_SUFFIXES):
            found = self._by_wiki_name(from_path, wanted)
        if found is not None:
            return self._at(found, fragment)
        asset = self._asset(from_path, wanted)
        return Resolution("asset", path=asset) if asset else BROKEN

    def suggestions(self, target: str, limit: int = 3, *, from_path: str = "") -> list[str]:
        """Paths of documents that are named nearly like a broken link's target, the nearest to where it points first.

        What an address asks for by name is no file, so nothing is near it; nor to a picture.
        """
        wanted = unquote(target).partition("#")[0].partition("?")[0].strip().rstrip("/")
        if not wanted or wanted.lower().endswith(PICTURE_SUFFIXES) or read_address(target) is not None:
            return []
        found = self._near.suggest(wanted, next(_places(from_path, wanted), wanted), limit + 1)
        return [path for path in found if path != from_path][:limit]

    def _by_address(self, from_path: str, address: Address, written: str) -> Resolution:
        """Where the name in an address leads: to who states it, else to the web, else nowhere."""
        found = self._named.find(from_path, address)
        if found is not None:
            return Resolution("resolved", *found)
        if address.url:
            return Resolution("external", url=address.url if is_named(written) else written)
        is_mistake = address.kind is NameKind.LABEL or (
            address.kind is NameKind.CITE and address.is_sure and self._named.has_references
        )
        return BROKEN if is_mistake else UNKNOWN

    def _has(self, path: str) -> bool:
        if self._paths is not None:
            return path in self._paths
        return self._catalogue.has_path(self._collection, path)

    def _in_any_case(self, path: str) -> str:
        if self._paths is None:
            return next(iter(self._catalogue.named(self._collection, path, ("path",))), "")
        if self._folded is None:
            self._folded = {fold_name(known): known for known in sorted(self._paths, reverse=True)}
        return self._folded.get(fold_name(path), "")

    def _by_path(self, from_path: str, wanted: str) -> str | None:
        places = list(dict.fromkeys(_places(from_path, wanted)))
        for place in places:
            for spelling in _spellings(place):
                if self._has(spelling):
                    return spelling
        for place in places:
            for spelling in _spellings(place):
                found = self._in_any_case(spelling)
                if found:
                    return found
        return None

    def _by_name(self, from_path: str, wanted: str) -> str | None:
        folder = posixpath.dirname(from_path)
        for base in dict.fromkeys(("", folder)):
            place = _joined(base, wanted.lstrip("/") if not base else wanted)
            for spelling in _spellings(place) if place else ():
                if self._has(spelling):
                    return spelling
        if "/" in wanted.strip("/"):
            tail = fold_name(wanted.strip("/").removesuffix(".md"))
            name = wanted.strip("/").rpartition("/")[2].removesuffix(".md")
            near = [
                path
                for path in self._catalogue.named(self._collection, name, ("stem",))
                if fold_name(posixpath.splitext(path)[0]).endswith(tail)
            ]
            return _nearest(from_path, near or self._named_in_full(wanted)) or self._by_path(from_path, wanted)
        name = wanted.removesuffix(".md")
        for kinds in (("stem",), ("alias",), ("title",)):
            found = self._catalogue.named(self._collection, name, kinds)
            if found:
                return _nearest(from_path, found)
        return _nearest(from_path, self._named_in_full(wanted))

    def _named_in_full(self, wanted: str) -> list[str]:
        """The paths that end as written with the file's ending, as `[[Best.base]]` names a file of any folder."""
        stem, ending = posixpath.splitext(wanted.strip("/").rpartition("/")[2])
        if not ending or not stem:
            return []
        tail = fold_name(f"/{wanted.strip('/')}")
        near = self._catalogue.named(self._collection, stem, ("stem",))
        return [path for path in near if fold_name(f"/{path}").endswith(tail)]

    def _by_wiki_name(self, from_path: str, wanted: str) -> str | None:
        """A page of a wiki, whose file may write the spaces of its name in another way."""
        spellings = (re.sub(r"[ _]+", space, wanted.strip()) for space in (" ", "_", "-"))
        return next((found for name in spellings if (found := self._by_name(from_path, name))), None)

    def _asset(self, from_path: str, wanted: str) -> str:
        bare = wanted.partition("?")[0]
        for place in dict.fromkeys((*_places(from_path, bare), self._attachments.place_of(from_path, bare))):
            full = self._root / place
            try:
                if not place or self._catalogue.hides(self._collection, place):
                    continue
                if is_on_same_drive(full, self._root) and full.is_file() and is_inside(full, self._root):
                    return place
            except (OSError, ValueError):
                continue
        return ""

    def _at(self, path: str, fragment: str) -> Resolution:
        return Resolution("resolved", path=path, anchor=self._anchor(path, fragment) if fragment else "")

    def _anchor(self, path: str, fragment: str) -> str:
        wanted = unquote(fragment).strip()
        headings = self._catalogue.headings_at(self._collection, path)
        if wanted.startswith("^"):
            return self._section_at(path, re.compile(rf"(?:^|\s){re.escape(wanted)}\s*$", re.MULTILINE))
        anchors = {anchor for anchor, _ in headings}
        if wanted in anchors:
            return wanted
        last = wanted.rpartition("#")[2]
        for form in (last, last.lower(), slug(last)):
            if form in anchors:
                return form
        folded = fold_name(last)
        named = next((anchor for anchor, title in headings if fold_name(title) == folded), "")
        return named or self._section_at(path, re.compile(rf'<a id="{re.escape(last)}">'))

    def _section_at(self, path: str, mark: re.Pattern[str]) -> str:
        """The anchor of the section in which a mark stands, empty where it stands nowhere."""
        row = self._catalogue.document(f"{self._collection}/{path}")
        if row is None:
            return ""
        text = self._catalogue.text_of(row.key)
        found = mark.search(text)
        if found is None:
            return ""
        line = text.count("\n", 0, found.end()) + 1
        sections = self._catalogue.sections_of(row.key)
        return next((one.anchor for one in reversed(sections) if one.start_line <= line), "")


def resolve_links(
    catalogue: CatalogueReader, collection: str, root: Path, rows: Sequence[LinkRow],
    is_wanted: Callable[[], bool] = lambda: True,
) -> list[tuple[str, str, str, int]]:  # fmt: skip
    """Where links of a collection lead now, if it is elsewhere than noted: (status, path, anchor, key).

    When it is no longer wanted, those that were looked at so far.
    """
    paths = frozenset(path for path, _ in catalogue.tree(collection)) if len(rows) > FEW_LINKS else None
    resolver = Resolver(catalogue, collection, root, paths)
    known: dict[tuple[str, str, str, str], Resolution] = {}
    targets: list[tuple[str, str, str, int]] = []
    bases: dict[str, str] = {}
    with catalogue.snapshot():
        for row in rows:
            if (
                row.path not in bases
            ):  # documents of a folder share what they mean, but for one with a folder of its own
                stem = posixpath.splitext(row.path)[0]
                bases[row.path] = row.path if (root / stem).is_dir() else posixpath.dirname(row.path)
            is_alike = row.target and not row.target.startswith("/") and read_address(row.target) is None
            base = bases[row.path] if is_alike else row.path
            is_wiki = "wiki" if row.path.lower().endswith(_WIKI_SUFFIXES) else ""
            place = (base, row.target, row.fragment, row.kind + is_wiki)
            found = known.get(place)
            if found is None:
                if not is_wanted():
                    break
                known[place] = found = resolver.resolve(row.path, row.target, row.fragment, LinkKind(row.kind))
            if (found.status, found.path, found.anchor) != (row.status, row.target_path, row.target_anchor):
                targets.append((found.status, found.path, found.anchor, row.key))
    return targets


def _places(from_path: str, wanted: str) -> Iterator[str]:
    """Paths relative to the root that a link may mean, likeliest first; never outside the root."""
    folder = posixpath.dirname(from_path)
    if wanted.startswith("/"):
        bare = wanted.lstrip("/")
        parts = folder.split("/") if folder else []
        above = ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
        bases = ["", *above, *_SITE_FOLDERS]
    else:
        bare = wanted
        bases = [folder, posixpath.splitext(from_path)[0], ""]
    for base in bases:
        place = _joined(base, bare)
        if place is not None:
            yield place


def _joined(base: str, wanted: str) -> str | None:
    place = posixpath.normpath(posixpath.join(base, wanted)) if wanted or base else ""
    if place == ".." or place.startswith(("../", "/")):
        return None
    return "" if place == "." else place


def _spellings(place: str) -> Iterator[str]:
    """Files that a path without its suffix, with another, or of a folder may mean."""
    if not place:
        yield from _FOLDER_PAGES
        return
    yield place
    for suffix in _PAGE_SUFFIXES:
        yield place + suffix
    for page in _FOLDER_PAGES:
        yield f"{place}/{page}"
    stem, suffix = posixpath.splitext(place)
    if suffix in (".html", ".htm", ".md", ".mdx", ".rst"):
        yield f"{stem}.md"
        for page in _FOLDER_PAGES:
            yield f"{stem}/{page}"
        if posixpath.basename(stem) == "index":
            parent = posixpath.dirname(stem)
            for page in _FOLDER_PAGES:
                yield f"{parent}/{page}".lstrip("/")


def _nearest(from_path: str, paths: list[str]) -> str | None:
    """The path that shares the longest way of folders with `from_path`, then the shortest."""
    here = posixpath.dirname(from_path).split("/")

    def distance(path: str) -> tuple[int, int, str]:
        there = posixpath.dirname(path).split("/")
        shared = 0
        for one, other in zip(here, there, strict=False):
            if one != other:
                break
            shared += 1
        return (len(here) + len(there) - 2 * shared, path.count("/"), path)

    return min(paths, key=distance, default=None)
