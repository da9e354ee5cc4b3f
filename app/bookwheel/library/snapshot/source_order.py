"""Where a collection states its order: tables of contents, categories and positions in headers, found and read."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bookwheel.indexes.catalogue import CatalogueReader
from bookwheel.library.snapshot.document_places import FEW_CHANGED, compare_ranks
from bookwheel.library.snapshot.facets import Facets
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.snapshot.translations import KeptTranslations, folded
from bookwheel.library.sources.inside_root import read_inside
from bookwheel.library.sources.nav_file_names import CATEGORIES, MKDOCS, SIDEBARS
from bookwheel.library.sources.tree_arrangement import arrange
from bookwheel.library.sources.tree_order import Facts, Order, Source, Stated, Translations
from bookwheel.parsing import nav_files
from bookwheel.parsing.nav_files import Category, Nav

MOST_NESTED_SITES = 50
"""Folders named docs that are looked at for a configuration beside them."""
FEW_FOLDERS = 200
"""Folders that are always looked into for a category; in larger trees, where there is a sign of Docusaurus."""
SITE_FOLDERS = ("docs", "doc", "content", "src", "pages", "documents")
"""Names of a collection's root beside which its site may be configured."""
_DOCUSAURUS = ("docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs", "docusaurus.config.cjs")
_HUGO = ("hugo.toml", "hugo.yaml", "hugo.json", "config.toml", "config/_default")
_MAKING = threading.Lock()
"""Who asks for an order that is being made waits for it."""
_TRANSLATIONS = KeptTranslations()
_SUMMARY = "SUMMARY.md"
_LABELS = ("sidebar_label", "linktitle", "nav_title")


def order_of(snapshot: Snapshot, slug: str) -> Order:
    """The order of a collection's documents, each language of a page for itself."""
    return stated_order(snapshot, slug).order


def folded_order(snapshot: Snapshot, slug: str, language: str) -> Order:
    """The order of a collection's documents with one row for a page in several languages: in the one that is read."""
    stated = stated_order(snapshot, slug)
    if not stated.translations:
        return stated.order
    known = language if language in stated.languages else ""
    if known not in stated.folded:
        stated.folded[known] = folded(stated.order, stated.translations, known)
    return stated.folded[known]


def near_order(snapshot: Snapshot, slug: str) -> Stated:
    """The order at a revision; while files are being taken in, perhaps that of an earlier one, so that pages open."""
    known = snapshot.orders.get(slug) or snapshot.older_orders.get(slug) if snapshot.pending != 0 else None
    return known or stated_order(snapshot, slug)


def translations_of(snapshot: Snapshot, slug: str) -> Translations:
    """The pages of a collection that stand in several languages, as a search may ask: it waits for no order.

    While files are being taken in they are those of an earlier revision, if that had any.
    """
    known = snapshot.orders.get(slug) or snapshot.older_orders.get(slug)
    if known is not None:
        return known.translations
    if slug not in snapshot.translations and not snapshot.pending:
        snapshot.translations[slug] = _TRANSLATIONS.of(_languages(snapshot, slug))
    return snapshot.translations.get(slug, {})


def carried_orders(previous: Snapshot, facets: Facets) -> tuple[dict[str, Stated], dict[str, Stated]]:
    """The orders of a snapshot that hold at the revision of `facets`, and those that no longer do.

    One holds while no document of the collection came or went, and those that were replaced are called and placed as
    before: most changes are of words alone.
    """
    gone, came = compare_ranks(previous.facets.rank_of, facets.rank_of)
    before = {previous.facets.places[key][:2] for key in gone}
    now = {facets.places[key][:2]: key for key in came}
    changed = {slug for slug, _ in before ^ now.keys()}
    if len(came) > FEW_CHANGED:
        changed |= {slug for slug, _ in now}
    for slug, order in previous.orders.items():
        keys = {path: key for (collection, path), key in now.items() if collection == slug}
        if slug not in changed and keys and not _are_alike(order, slug, keys, previous.catalogue, facets):
            changed.add(slug)
    known = previous.older_orders | previous.orders
    holding = {slug: order for slug, order in previous.orders.items() if slug not in changed}
    return holding, {slug: order for slug, order in known.items() if slug not in holding}


def _are_alike(order: Stated, slug: str, keys: Mapping[str, int], catalogue: CatalogueReader, facets: Facets) -> bool:
    """Whether documents (keys by path) say all that an order was made of as those in whose place they stand."""
    rows, chosen = catalogue.document_rows(list(keys.values())), list(keys.values())
    facts = _facts(facets, slug, chosen, has_weights=order.has_weights)
    spoken = facets.values_of("language", chosen)
    return all(
        path.rpartition("/")[2] != _SUMMARY
        and key in rows
        and order.titles.get(path) == rows[key].title
        and order.facts.get(path) == facts.get(path)
        and order.spoken.get(path) == spoken.get(key, "")
        for path, key in keys.items()
    )


def put_in_order(snapshot: Snapshot) -> None:
    """Find out the order of every collection before somebody asks for it: half a second for 100,000 documents."""
    for slug in snapshot.collections:
        with snapshot.catalogue.snapshot():
            folded_order(snapshot, slug, "")


def stated_order(snapshot: Snapshot, slug: str) -> Stated:
    """The order of a collection's documents at a revision, kept until a file that states it changes."""
    kept = snapshot.orders.get(slug)
    if kept is not None and kept.stamp == _stamp(kept.sources):
        return kept
    with _MAKING:
        kept = snapshot.orders.get(slug)
        if kept is None or kept.stamp != _stamp(kept.sources):
            kept = snapshot.orders[slug] = _made(snapshot, slug, kept)
    return kept


def _made(snapshot: Snapshot, slug: str, kept: Stated | None) -> Stated:
    root = Path(os.path.realpath(snapshot.collections[slug].root))
    titles = dict(snapshot.catalogue.tree(slug))
    sources = kept.sources if kept is not None else tuple(_sources(snapshot, root, titles))
    stamp = _stamp(sources)
    present = {file[0] for file in stamp}
    found: dict[str, Sequence[Nav]] = dict(_summaries(snapshot, slug, titles))
    categories: dict[str, Category] = {}
    for source in sources:
        if str(source.path) not in present:
            continue
        text = _text(source, root)
        if source.kind == "category":
            categories.setdefault(source.folder or "", nav_files.category(text, source.path.name))
            continue
        nav, pages = nav_files.from_mkdocs(text) if source.kind == "mkdocs" else (nav_files.from_sidebars(text), "docs")
        base = _base(source, pages, root)
        if nav and base is not None:
            found.setdefault(base, nav)
    has_weights = _is_hugo(root, titles)
    facts, spoken = _facts(snapshot.facets, slug, has_weights=has_weights), _languages(snapshot, slug)
    order, parallel = arrange(titles, facts, found, categories), _TRANSLATIONS.of(spoken)
    codes = frozenset(code for members in parallel.values() for code, _ in members)
    return Stated(sources, stamp, order, parallel, titles, facts, spoken, has_weights, codes)


def _languages(snapshot: Snapshot, slug: str) -> dict[str, str]:
    """The language of each document of a collection, by its path."""
    places, spoken = snapshot.facets.places, snapshot.facets.values_of("language")
    return {path: spoken.get(key, "") for key, (collection, path, _) in places.items() if collection == slug}


def _summaries(snapshot: Snapshot, slug: str, titles: Mapping[str, str]) -> Iterator[tuple[str, Sequence[Nav]]]:
    """The tables of contents that are documents themselves: SUMMARY.md, where most of what it lists is there."""
    for path in titles:
        folder, _, name = path.rpartition("/")
        if name != _SUMMARY:
            continue
        row = snapshot.catalogue.document(f"{slug}/{path}")
        nav = nav_files.from_summary(snapshot.catalogue.text_of(row.key)) if row is not None else ()
        hrefs = [entry.href for entry in _all(nav) if entry.href]
        there = sum(f"{folder}/{href}".lstrip("/").replace("/./", "/") in titles for href in hrefs)
        if there > 1 and 2 * there >= len(hrefs):
            yield folder, nav


def _all(entries: Sequence[Nav]) -> Iterator[Nav]:
    for entry in entries:
        yield entry
        yield from _all(entry.below)


def _sources(snapshot: Snapshot, root: Path, titles: Mapping[str, str]) -> Iterator[Source]:
    """Every file that may state an order besides the documents, there or not."""
    folders = _folders(titles)
    nested = [folder.rpartition("/")[0] for folder in folders if folder.endswith("/docs")][:MOST_NESTED_SITES]
    sites: list[str | None] = [*([None] if root.name in SITE_FOLDERS else []), "", *nested]
    for site in sites:
        place = root.parent if site is None else root / site
        yield from (Source(place / name, site, "mkdocs") for name in MKDOCS)
        yield Source(place / SIDEBARS, site, "sidebars")
    if len(folders) <= FEW_FOLDERS or _is_docusaurus(snapshot, root, sites, folders):
        for folder in folders:
            yield from (Source(root / folder / name, folder, "category") for name in CATEGORIES)


def _is_docusaurus(snapshot: Snapshot, root: Path, sites: Sequence[str | None], folders: Sequence[str]) -> bool:
    places = [root.parent if site is None else root / site for site in sites]
    return (
        bool(snapshot.facets.values_of("sidebar_position"))
        or any((place / name).exists() for place in places for name in _DOCUSAURUS)
        or any((root / folder / CATEGORIES[0]).exists() for folder in folders[:MOST_NESTED_SITES])
    )


def _folders(titles: Mapping[str, str]) -> list[str]:
    found = dict.fromkeys(path.rpartition("/")[0] for path in titles)
    for folder in list(found):
        above = folder.rpartition("/")[0]
        while above and above not in found:
            found[above] = None
            above = above.rpartition("/")[0]
    return sorted(folder for folder in found if folder)


def _base(source: Source, pages: str, root: Path) -> str | None:
    """The folder of a site's pages, relative to the collection's root; None where it is another one."""
    if source.folder is None:
        return "" if pages == root.name else None
    return f"{source.folder}/{pages}".strip("/")


def _stamp(sources: Sequence[Source]) -> tuple[tuple[str, int, int], ...]:
    """Which of the files are there, and as they are now."""
    found: list[tuple[str, int, int]] = []
    for source in sources:
        try:
            status = os.stat(source.path, follow_symlinks=False)
        except OSError:
            continue
        if stat.S_ISREG(status.st_mode):
            found.append((str(source.path), status.st_mtime_ns, status.st_size))
    return tuple(found)


def _text(source: Source, root: Path) -> str:
    """A file's text, empty where it cannot be read or is too large."""
    within = root.parent if source.folder is None else root
    try:
        content, _ = read_inside(within, os.path.relpath(source.path, within), nav_files.LARGEST)
    except OSError:
        return ""
    return content.decode("utf-8-sig", "replace")


def _facts(facets: Facets, slug: str, among: Sequence[int] | None = None, *, has_weights: bool) -> dict[str, Facts]:
    """Positions and labels that headers state, of all documents or some; weights are positions where they count."""
    positions: dict[str, float | None] = {}
    labels: dict[str, str] = {}
    for name in (*(["weight"] if has_weights else []), "nav_order", "sidebar_position"):
        for key, value in facets.values_of(name, among).items():
            collection, path, _ = facets.places.get(key, ("", "", 0))
            position = nav_files.number(value)
            if collection == slug and position is not None and not (name == "weight" and not position):
                positions[path] = position
    for name in _LABELS:
        for key, value in facets.values_of(name, among).items():
            collection, path, _ = facets.places.get(key, ("", "", 0))
            if collection == slug:
                labels[path] = value
    return {path: Facts(positions.get(path), labels.get(path, "")) for path in {*positions, *labels}}


def _is_hugo(root: Path, titles: Mapping[str, str]) -> bool:
    return any(path.endswith("_index.md") for path in titles) or any(
        (place / name).exists() for place in (root, root.parent) for name in _HUGO
    )
