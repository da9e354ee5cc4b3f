"""Arranges the documents of a collection as its source states it: by navigation files, folders, numbers and names."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from bookwheel.library.sources.tree_order import Facts, Group, Order, Spot
from bookwheel.parsing.nav_files import Category, Nav
from bookwheel.parsing.titles import GENERIC

_NUMBERS = re.compile(r"(\d{1,18})")


_FIRST = ("_index", "index", "readme")


_PAGES = (".md", ".mdx", ".markdown", ".txt", ".html")


_NUMBERED = re.compile(r"\d+\s*[-_.]+\s*(?=[^\d\s])")


_Key = tuple[object, ...]


@dataclass(slots=True)
class _Folder:
    path: str
    pages: list[str] = field(default_factory=list[str])
    folders: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of a table of contents whose page was found; `folder` stands for all that lies in it."""

    title: str
    path: str
    below: tuple[_Entry, ...]
    folder: str | None = None


def arrange(
    titles: Mapping[str, str],
    facts: Mapping[str, Facts],
    navs: Mapping[str, Sequence[Nav]],
    categories: Mapping[str, Category],
) -> Order:
    """The order of the documents (`titles` by path).

    Tables of contents (`navs`, by the folder to which their hrefs are relative) come first, the nearest one counts;
    what none lists follows: a folder's own page, what has a position, folders, then pages, by name, 2 before 10.
    """
    return _Arranging(titles, facts, navs, categories).order()


def resolve_nav(titles: Mapping[str, str], base: str, nav: Sequence[Nav]) -> tuple[Nav, ...]:
    """Return a table of contents with the pages alone that are documents (`titles` by path), by their whole paths.

    `base` is the folder to which its hrefs are relative.
    """
    return _as_nav(_Arranging(titles, {}, {}, {}).resolve(base, nav))


def _as_nav(entries: Sequence[_Entry]) -> tuple[Nav, ...]:
    return tuple(
        Nav(entry.title, entry.path, _as_nav(entry.below))
        if entry.folder is None
        else Nav(entry.title, entry.folder, is_folder=True)
        for entry in entries
    )


def natural(name: str) -> _Key:
    """A key that sorts names as people count: 2 before 10, whatever the case."""
    parts: list[object] = list(_NUMBERS.split(name.casefold()))
    parts[1::2] = map(int, cast("list[str]", parts[1::2]))
    return tuple(parts)


class _Arranging:
    def __init__(
        self,
        titles: Mapping[str, str],
        facts: Mapping[str, Facts],
        navs: Mapping[str, Sequence[Nav]],
        categories: Mapping[str, Category],
    ) -> None:
        self._titles, self._facts, self._categories = titles, facts, categories
        self._folders = _folders_of(titles)
        self._stems = {path: _stem(path) for path in titles}
        self._own: dict[str, str] = {}
        self._listed: set[str] = set()
        self._by_id: dict[str, str] = {}
        deepest_first = sorted(navs, key=len, reverse=True)
        self._navs = {base: self.resolve(base, navs[base]) for base in deepest_first}
        self._shown: set[str] = set()
        self._spots: list[Spot] = []
        self._groups: dict[str, Group] = {}

    def order(self) -> Order:
        """Everything, from the collection's root on."""
        waiting = [self._in_folder("", "", 0)]
        while waiting:
            inner = next(waiting[-1], None)
            if inner is None:
                waiting.pop()
            else:
                waiting.append(cast("Iterator[object]", inner))
        return Order(self._spots, self._groups, {spot.path: at for at, spot in enumerate(self._spots)})

    def _in_folder(self, path: str, group: str, run: int) -> Iterator[object]:
        """Put down what a folder holds, yielding what must be put down before it goes on."""
        if path in self._shown:
            return
        self._shown.add(path)
        folder = self._folders[path]
        own = self._own[path] if path in self._own else self._own_page(folder)
        if path:
            self._groups[path] = Group(path, self._folder_title(path, own), group, own)
            group = path
        if own:
            self._put(own, self._groups[path].title if path else self._page_title(own), group, run)
        nav = self._navs.get(path)
        if nav:
            yield self._in_nav(nav, path, group, run or 1 + list(self._navs).index(path))
        pages = [page for page in folder.pages if page != own and page not in self._listed]
        places = [(self._page_key(page), page, False) for page in pages]
        places += [(self._folder_key(below), below, True) for below in folder.folders]
        places.sort(key=lambda place: place[0])  # type: ignore[arg-type]
        for _, child, is_folder in places:
            if is_folder:
                yield self._in_folder(child, group, run)
            else:
                self._put(child, self._page_title(child), group, run)

    def _in_nav(self, entries: Sequence[_Entry], base: str, group: str, run: int) -> Iterator[object]:
        for entry in entries:
            if entry.folder is not None:
                yield self._in_folder(entry.folder, group, run)
            elif entry.below:
                part = self._free_key(f"#{entry.path or f'{group}/{entry.title}'}")
                title = entry.title or (self._page_title(entry.path) if entry.path else "")
                self._groups[part] = Group(part, title, group, entry.path)
                if entry.path:
                    self._put(entry.path, title, part, run)
                yield self._in_nav(entry.below, base, part, run)
            elif entry.path:
                self._put(entry.path, entry.title or self._page_title(entry.path), group, run)

    def _free_key(self, key: str) -> str:
        while key in self._groups:
            key += "#"
        return key

    def _put(self, path: str, title: str, group: str, run: int) -> None:
        self._spots.append(Spot(path, title, group, run))

    def _own_page(self, folder: _Folder) -> str:
        """The page that stands for its folder: its index, a note of the folder's own name, or its README."""
        name = folder.path.rpartition("/")[2].casefold()
        ranks = {"_index": 0, "index": 1, name: 2, "readme": 3} if name else {"_index": 0, "index": 1, "readme": 3}
        found = [
            (ranks[stem], page)
            for page in folder.pages
            if page not in self._listed and (stem := self._stems[page]) in ranks and page.lower().endswith(_PAGES)
        ]
        return min(found)[1] if found else ""

    def _page_key(self, path: str) -> _Key:
        position = self._facts[path].position if path in self._facts else None
        stem = self._stems[path]
        return (position is None, position or 0.0, True, stem not in _FIRST, natural(stem), path)

    def _folder_key(self, path: str) -> _Key:
        stated = self._categories.get(path)
        position = stated.position if stated else None
        if position is None:
            own = self._own[path] = self._own_page(self._folders[path])
            position = self._facts[own].position if own in self._facts else None
        return (position is None, position or 0.0, False, True, natural(path.rpartition("/")[2]), path)

    def _page_title(self, path: str) -> str:
        label = self._facts[path].label if path in self._facts else ""
        title = label or self._titles[path] or path
        if ": " not in title:
            return title
        head, is_split, tail = title.rpartition(": ")
        is_made = is_split and tail.casefold() in GENERIC and _is_same(head, posixpath.dirname(path).rpartition("/")[2])
        return tail if is_made else title

    def _folder_title(self, path: str, own: str) -> str:
        name = path.rpartition("/")[2]
        stated = self._categories.get(path)
        if stated and stated.title:
            return stated.title
        if own in self._facts and self._facts[own].label:
            return self._facts[own].label
        title = self._page_title(own) if own else ""
        if title.casefold() in GENERIC:  # a made title says in front what the folder is called
            head = self._titles[own].rpartition(": ")[0]
            title = title if head.casefold() == title.casefold() else head
        return title or name

    def resolve(self, base: str, navs: Sequence[Nav]) -> tuple[_Entry, ...]:
        """The entries of a table of contents whose pages are documents, each page once."""
        entries: list[_Entry] = []
        for nav in navs:
            place = _joined(base, nav.href) if nav.href or nav.is_folder else None
            if nav.is_folder:
                if place is not None and place in self._folders:
                    entries.append(_Entry(nav.title, "", (), place))
                continue
            path = self._page_at(place, base, nav.href) if place else ""
            if path in self._listed:
                path = ""
            if path:
                self._listed.add(path)
            below = self.resolve(base, nav.below)
            if path or below:
                entries.append(_Entry(nav.title, path, below))
        return tuple(entries)

    def _page_at(self, place: str, base: str, href: str) -> str:
        """The document that a reference means: a path, one without its suffix, a folder's index, or an id."""
        for spelling in (place, *(f"{place}{suffix}" for suffix in _PAGES)):
            if spelling in self._titles:
                return spelling
        folder = self._folders.get(place)
        if folder is not None:
            return self._own_page(folder)
        if posixpath.splitext(href)[1]:
            return ""
        if not self._by_id:
            self._by_id = {_id_of(path): path for path in sorted(self._titles, reverse=True)}
        return self._by_id.get(_joined(base, href) or "", "")


def _folders_of(paths: Iterable[str]) -> dict[str, _Folder]:
    folders = {"": _Folder("")}
    for path in paths:
        missing: list[str] = []
        above = path.rpartition("/")[0]
        while above not in folders:
            missing.append(above)
            above = above.rpartition("/")[0]
        for lost in reversed(missing):
            folders[lost] = _Folder(lost)
            folders[above].folders.append(lost)
            above = lost
        folders[above].pages.append(path)
    return folders


def _joined(base: str, href: str) -> str | None:
    place = posixpath.normpath(posixpath.join(base, href.lstrip("/")) or ".")
    if place == ".." or place.startswith("../"):
        return None
    return "" if place == "." else place


def _stem(path: str) -> str:
    name = path.rpartition("/")[2].casefold()
    stem, dot, _ = name.rpartition(".")
    return stem if dot and stem else name


def _id_of(path: str) -> str:
    """A document's id as Docusaurus gives it: without its suffix and the numbers that sort files and folders."""
    return "/".join(
        _NUMBERED.sub("", part, count=1) if part[:1].isdigit() else part
        for part in posixpath.splitext(path)[0].split("/")
    )


def _is_same(words: str, name: str) -> bool:
    return words.casefold() == " ".join(name.replace("-", " ").replace("_", " ").split()).casefold()
