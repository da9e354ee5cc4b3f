"""The files that state the order of a collection's documents, written anew with what is published alone."""

from __future__ import annotations

import json
import os
import posixpath
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bookwheel.library.sources.inside_root import read_inside
from bookwheel.library.sources.nav_file_names import CATEGORIES, MKDOCS, SIDEBARS
from bookwheel.library.sources.tree_arrangement import resolve_nav
from bookwheel.parsing import nav_files
from bookwheel.parsing.nav_files import Nav

SITE_FOLDERS = ("docs", "doc", "content", "src", "pages", "documents")
"""Names of a collection's root beside which its site may be configured."""

_HERE = "."
_DEFAULT_PAGES = "docs"


def order_files(root: Path, paths: Iterable[str]) -> dict[str, bytes]:
    """Return the files that state the order of the published documents (by `paths`), by their own paths.

    They name no other document, and hold nothing but titles, positions and paths. `root` is the collection's folder, a
    real path.
    """
    titles = dict.fromkeys(paths, "")
    folders = _folders_of(titles)
    found: dict[str, bytes] = {}
    for folder in folders:
        for name in CATEGORIES:
            text = _read(root, _joined(folder, name)) if folder else ""
            if text:
                stated = nav_files.category(text, name)
                content = {"label": stated.title, "position": stated.position}
                found[_joined(folder, CATEGORIES[0])] = json.dumps(
                    {name: value for name, value in content.items() if value not in ("", None)}
                ).encode()
                break
    for site, pages, nav in _navs(root, folders):
        resolved = resolve_nav(titles, _joined(site, pages), nav)
        content = _mkdocs(resolved, _joined(site, pages), pages)
        if resolved and len(content) <= nav_files.LARGEST:
            found.setdefault(_joined(site, MKDOCS[0]), content)
    return found


def _navs(root: Path, folders: Sequence[str]) -> Iterator[tuple[str, str, Sequence[Nav]]]:
    """Yield the folder of each site, that of its pages relative to it, and its table of contents."""
    nested = [folder.rpartition("/")[0] for folder in folders if folder.endswith(f"/{_DEFAULT_PAGES}")]
    for site in dict.fromkeys(("", *nested)):
        for name in MKDOCS:
            nav, pages = nav_files.from_mkdocs(_read(root, _joined(site, name)))
            if nav:
                yield site, pages, nav
        if nav := nav_files.from_sidebars(_read(root, _joined(site, SIDEBARS))):
            yield site, _DEFAULT_PAGES, nav
    if root.name in SITE_FOLDERS:  # the site lies above the collection
        for name in MKDOCS:
            nav, pages = nav_files.from_mkdocs(_read(root.parent, name))
            if nav and pages == root.name:
                yield "", "", nav
        if root.name == _DEFAULT_PAGES and (nav := nav_files.from_sidebars(_read(root.parent, SIDEBARS))):
            yield "", "", nav


def _mkdocs(nav: Sequence[Nav], base: str, pages: str) -> bytes:
    """An mkdocs.yml with the folder of the pages and their order, which lists them relative to that folder."""
    listed = json.dumps(_entries(nav, base), ensure_ascii=False)
    return f"docs_dir: {json.dumps(pages or _HERE)}\nnav: {listed}\n".encode()


def _entries(nav: Sequence[Nav], base: str) -> list[object]:
    found: list[object] = []
    for entry in nav:
        href = posixpath.relpath(entry.href, base or _HERE) if entry.href or entry.is_folder else ""
        href = f"{href}/" if entry.is_folder else href
        if entry.below:
            own: list[object] = [href] if href else []
            found.append({entry.title: own + _entries(entry.below, base)})
        elif href:
            found.append({entry.title: href} if entry.title else href)
    return found


def _folders_of(paths: Iterable[str]) -> list[str]:
    folders = {""}
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in folders:
            folders.add(folder)
            folder = folder.rpartition("/")[0]
    return sorted(folders)


def _joined(folder: str, name: str) -> str:
    return f"{folder}/{name}".strip("/")


def _read(folder: Path, path: str) -> str:
    """A file's text, empty where it cannot be read or is too large."""
    if not os.path.lexists(os.path.join(folder, path)):  # most are not there, and what may be read is asked at length
        return ""
    try:
        return read_inside(folder, path, nav_files.LARGEST)[0].decode("utf-8-sig", "replace")
    except OSError:
        return ""
