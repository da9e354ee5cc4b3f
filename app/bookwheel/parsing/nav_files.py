"""What a site or book says of its own order: mdBook's SUMMARY.md, mkdocs.yml, Docusaurus' sidebars and categories."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast
from urllib.parse import unquote

from bookwheel.parsing import safe_yaml
from bookwheel.parsing.encoding import storable

LARGEST = 512_000
"""Characters of a file that are looked at."""
_MOST_ENTRIES = 20_000
_DEEPEST = 12
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_ENTRY = re.compile(r"([ \t]*)(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(.*)$")
_BULLET = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+")
_LINK = re.compile(
    r"\[((?:[^\[\]\\\n]|\\.|\[[^\[\]\n]*\])*)\]\([ \t]*<?([^()<>\n]*(?:\([^()\n]*\)[^()<>\n]*)*)>?[ \t]*\)"
)
_PART = re.compile(r"#{1,6}[ \t]+(.*?)[ \t#]*$")
_MARKS = re.compile(r"(`+|\*\*|__|(?<!\w)_|_(?!\w)|\*)|\\([!-/:-@\[-`{-~])")
_MKDOCS_NAV = re.compile(r"^nav[ \t]*:.*?(?=^[^\s\-#]|\Z)", re.DOTALL | re.MULTILINE)
_MKDOCS_FOLDER = re.compile(r"^docs_dir[ \t]*:[ \t]*[\"']?([^\"'#\n]+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Nav:
    """An entry of a table of contents: a page, a group with entries below it, or both.

    `href` is as written, without fragment, and empty for a group alone; `is_folder` says that it stands for all pages
    in a folder; an empty `title` leaves it to the page.
    """

    title: str
    href: str = ""
    below: tuple[Nav, ...] = ()
    is_folder: bool = False


@dataclass(frozen=True, slots=True)
class Category:
    """What a `_category_` file says of its folder; `position` None where it says nothing."""

    title: str = ""
    position: float | None = None


@dataclass(slots=True)
class _Draft:
    title: str
    href: str = ""
    below: list[_Draft] = field(default_factory=list["_Draft"])


def from_summary(text: str) -> tuple[Nav, ...]:
    """The chapters of an mdBook (or GitBook) SUMMARY.md: parts hold their chapters, which nest by indentation.

    The first heading is the book's title where it comes before everything else, as in mdBook.
    """
    top: list[_Draft] = []
    part = top
    levels: list[tuple[int, list[_Draft]]] = []
    is_begun = False
    for line in _COMMENT.sub("", text[:LARGEST]).split("\n")[:_MOST_ENTRIES]:
        heading = _PART.match(line)
        if heading:
            if is_begun:
                opened = _Draft(_words(heading[1]))
                top.append(opened)
                part = opened.below
            is_begun, levels = True, []
            continue
        matched = _ENTRY.match(line)
        if matched is None or not matched[2].strip():
            continue
        is_bullet = _BULLET.match(line) is not None
        link = _LINK.match(matched[2])
        if link is None and not is_bullet:
            continue
        title, href = (link[1], link[2]) if link else (matched[2], "")
        indent = len(matched[1].expandtabs(4)) if is_bullet else 0
        while levels and levels[-1][0] >= indent:
            levels.pop()
        entry = _Draft(_words(title), _target(href))
        (levels[-1][1] if levels else part).append(entry)
        is_begun = True
        if is_bullet and len(levels) < _DEEPEST:
            levels.append((indent, entry.below))
    return _frozen(top)


def from_mkdocs(text: str) -> tuple[tuple[Nav, ...], str]:
    """The `nav` of an mkdocs.yml, empty without one, and the folder that holds the pages."""
    text = text[:LARGEST]
    folder = _MKDOCS_FOLDER.search(text)
    found = _MKDOCS_NAV.search(text)
    loaded = safe_yaml.load_strings(found[0]) if found else None
    nav = cast("dict[str, object]", loaded).get("nav") if isinstance(loaded, dict) else None
    return _from_mkdocs(nav, _Bound()), (folder[1].strip().strip("./") if folder else "docs")


def extensions_of(text: str) -> dict[str, object]:
    """Return the Markdown extensions that an mkdocs.yml names, with their settings."""
    loaded = safe_yaml.load_tolerant(text[:LARGEST])
    named = cast("dict[str, object]", loaded).get("markdown_extensions") if isinstance(loaded, dict) else None
    extensions: dict[str, object] = {}
    for entry in cast("list[object]", named) if isinstance(named, list) else []:
        if isinstance(entry, str):
            extensions[entry] = {}
        elif isinstance(entry, dict):
            settings = cast("dict[object, object]", entry).items()
            extensions.update((str(name), value or {}) for name, value in settings)
    return extensions


def from_sidebars(text: str) -> tuple[Nav, ...]:
    """The entries of a Docusaurus sidebars.json, one sidebar after the other; hrefs are ids of documents."""
    try:
        loaded: object = json.loads(text[:LARGEST])
    except (ValueError, RecursionError):
        return ()
    bound = _Bound()
    if not isinstance(loaded, dict):
        return ()
    sidebars = cast("dict[str, object]", loaded).values()
    return tuple(entry for sidebar in sidebars for entry in _from_sidebar(sidebar, bound))


def category(text: str, name: str) -> Category:
    """What a `_category_.json` or `_category_.yml` says; nothing where it cannot be read."""
    try:
        text = text[:LARGEST]
        loaded: object = json.loads(text) if name.endswith(".json") else safe_yaml.load_strings(text)
    except (ValueError, RecursionError):
        return Category()
    if not isinstance(loaded, dict):
        return Category()
    values = cast("dict[str, object]", loaded)
    label = values.get("label")
    return Category(_words(label) if isinstance(label, str) else "", number(str(values.get("position", ""))))


def number(text: str) -> float | None:
    """A position as written in a header; None for what is no number."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if -1e9 < value < 1e9 else None


class _Bound:
    """Entries that may still be taken: aliases can make a small file endless."""

    def __init__(self) -> None:
        self._left = _MOST_ENTRIES

    def listed(self, value: object, depth: int) -> Iterator[object]:
        """The entries of a list, as long as there may be more."""
        for entry in cast("list[object]", value) if isinstance(value, list) and depth < _DEEPEST else ():
            self._left -= 1
            if self._left < 0:
                return
            yield entry


def _from_mkdocs(value: object, bound: _Bound, depth: int = 0) -> tuple[Nav, ...]:
    found: list[Nav] = []
    for entry in bound.listed(value, depth):
        if isinstance(entry, str):
            found.append(_mkdocs_page("", entry))
        elif isinstance(entry, dict):
            for title, below in cast("dict[object, object]", entry).items():
                if isinstance(below, str):
                    found.append(_mkdocs_page(_words(str(title)), below))
                else:
                    found.append(Nav(_words(str(title)), below=_from_mkdocs(below, bound, depth + 1)))
    return tuple(found)


def _mkdocs_page(title: str, href: str) -> Nav:
    target = _target(href)
    return Nav(title, target.rstrip("/*"), is_folder=target.endswith(("/", "*")))


def _from_sidebar(value: object, bound: _Bound, depth: int = 0) -> tuple[Nav, ...]:
    found: list[Nav] = []
    entries: object = [cast("object", value)] if isinstance(value, dict) else value
    for entry in bound.listed(entries, depth):
        if isinstance(entry, str):
            found.append(Nav("", _target(entry)))
        elif isinstance(entry, dict):
            found.extend(_sidebar_entry(cast("dict[str, object]", entry), bound, depth))
    return tuple(found)


def _sidebar_entry(entry: dict[str, object], bound: _Bound, depth: int) -> Iterator[Nav]:
    kind = entry.get("type")
    label = _words(str(entry.get("label") or ""))
    if kind in ("doc", "ref"):
        yield Nav(label, _target(str(entry.get("id") or "")))
    elif kind == "autogenerated":
        yield Nav("", _target(str(entry.get("dirName") or "")).strip("./"), is_folder=True)
    elif kind == "category":
        link = entry.get("link")
        page = cast("dict[str, object]", link) if isinstance(link, dict) else {}
        href = _target(str(page.get("id") or "")) if page.get("type") == "doc" else ""
        yield Nav(label, href, _from_sidebar(entry.get("items"), bound, depth + 1))
    elif kind is None:
        for title, below in entry.items():
            yield Nav(_words(title), below=_from_sidebar(below, bound, depth + 1))


def _frozen(drafts: list[_Draft]) -> tuple[Nav, ...]:
    return tuple(Nav(draft.title, draft.href, _frozen(draft.below)) for draft in drafts)


def _words(text: str) -> str:
    """A title without the marks of Markdown."""
    return " ".join(storable(_MARKS.sub(lambda match: match[2] or "", text)).split())[:250]


def _target(href: str) -> str:
    """A reference without title, fragment and query; empty for what leads out of the site."""
    bare = re.split(r'[ \t]+["\']', href.strip(), maxsplit=1)[0].partition("#")[0].partition("?")[0]
    return "" if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//", bare) else unquote(bare, errors="replace")
