"""The same page in other languages, told by parallel paths: `content/de/a.md`, `pages.de/a.md`, `a.de.md`."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bookwheel.library.sources.tree_order import Order, Translations

LEAST_SHARED = 0.3
"""The share of a translated folder's pages that must stand at the same path in another language."""
MOST_KEPT = 4
"""Sets of documents of which translations are kept: collections, and what scopes show of them."""

_CODES = frozenset(
    re.findall(
        "[a-z]+",
        "aa ab af ak am an ar as ast av ay az ba be bg bh bi bm bn bo br bs ca ce ch ckb co cr cs cu cv cy da de "
        "dv dz ee el en eo es et eu fa ff fi fil fj fo fr fy ga gd gl gn gu gv ha haw he hi hmn ho hr ht hu hy hz "
        "ia id ie ig ii ik io is it iu ja jv ka kab kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo "
        "lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu "
        "rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt "
        "tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu ",
    )
)
"""ISO 639 codes of languages in which documentation is written."""
_TAG = r"([a-z]{2,3})(?:[-_]([a-z]{2}|[a-z]{4}|[0-9]{3}))?"
_FOLDER = re.compile(rf"(?:(.+)\.)?{_TAG}", re.IGNORECASE)
_FILE = re.compile(rf"(.+)\.{_TAG}(\.[a-z]+)", re.IGNORECASE)
_DOCUSAURUS = re.compile(rf"((?:.*/)?)i18n/{_TAG}/docusaurus-plugin-content-docs/current", re.IGNORECASE)
_INDEXES = frozenset(("index", "_index", "readme"))


@dataclass(frozen=True, slots=True)
class _Mark:
    """A folder or file name that says a language: `root` is the path up to it, `plain` the path without it."""

    root: str
    plain: str
    code: str


def translations(languages: Mapping[str, str]) -> Translations:
    """For each document (its language by its path) that stands in several languages, all of them: (code, path).

    The original comes first, whose path says no language (else the language with most pages), then codes in order. A
    folder counts as a translation where enough of its pages stand in another language at the same path, and their text
    is not mostly in a language other than the folder says; so a folder that happens to be called `id` or `to` is none.
    Beside a translation a folder whose text is in the language that it says counts too, however few of its pages are
    translated.
    """
    folders = {path.rpartition("/")[0] for path in languages}
    marks = {folder: mark for folder in folders if (mark := _mark_of(folder)) is not None}
    if not marks and not any(path.count(".") > 1 for path in languages):
        return {}
    every = _group(languages, marks).values()
    groups = [members for members in every if len(members) > 1]
    sound = _sound_roots(languages, groups, marks)
    kept = [[(code, path) for code, path, root in members if root in sound or not root] for members in groups]
    kept = [members for members in kept if len(members) > 1]
    own = _voted(languages[path] for members in kept for code, path in members if not code)
    pages = Counter(code for members in every for code, _, root in members if root in sound)
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for members in kept:
        members.sort()
        if members[0][0]:
            main = max(members, key=lambda member: pages[member[0]])
            members = [main, *(member for member in members if member != main)]
        whole = tuple((code or own, path) for code, path in members)
        if len({code for code, _ in whole}) == len(whole):
            found.update((path, whole) for _, path in whole)
    return found


class KeptTranslations:
    """Translations of the documents that were asked for lately; any thread.

    Most revisions change words of a document and neither its path nor its language.
    """

    def __init__(self) -> None:
        """Nothing was asked yet."""
        self._lock = threading.Lock()
        self._kept: list[tuple[Mapping[str, str], Translations]] = []

    def of(self, languages: Mapping[str, str]) -> Translations:
        """What `translations` says of these documents, kept from the last time where they are the same."""
        with self._lock:
            known = next((one for one in self._kept if one[0] == languages), None)
        found = known or (languages, translations(languages))
        with self._lock:
            self._kept = [found, *(one for one in self._kept if one is not found)][:MOST_KEPT]
        return found[1]


def _group(paths: Iterable[str], marks: Mapping[str, _Mark]) -> dict[str, list[tuple[str, str, str]]]:
    """Documents by the path that they would have without a language in it: (code, path, what says the language)."""
    groups: dict[str, list[tuple[str, str, str]]] = {}
    for path in paths:
        folder, slash, name = path.rpartition("/")
        mark = marks.get(folder)
        if mark is not None:
            groups.setdefault(f"{mark.plain}/{name}".lstrip("/"), []).append((mark.code, path, mark.root))
            continue
        named = _FILE.fullmatch(name) if name.count(".") > 1 else None
        code = _code(named[2], named[3]) if named else ""
        if named and code:
            groups.setdefault(f"{folder}{slash}{named[1]}{named[4]}", []).append((code, path, path))
        else:
            groups.setdefault(path, []).append(("", path, ""))
    return groups


def folded(order: Order, languages: Translations, wanted: str) -> Order:
    """An order in which a page that stands in several languages stands once: in the wanted one, else as the original.

    It keeps the original's place; a page without an original keeps its own.
    """
    titles = {group.page: group.title for group in order.groups.values() if group.page}
    titles = {spot.path: spot.title for spot in order.spots} | titles
    chosen = {
        members[0][1]: next((path for code, path in members if code == wanted), members[0][1])
        for members in languages.values()
    }
    spots = [
        spot
        if (shown := chosen.get(spot.path, spot.path)) == spot.path
        else spot._replace(path=shown, title=titles[shown])
        for spot in order.spots
        if spot.path not in languages or languages[spot.path][0][1] == spot.path
    ]
    groups = {
        key: group
        if (shown := chosen.get(group.page, group.page)) == group.page
        else replace(group, page=shown, title=titles[shown])
        for key, group in order.groups.items()
    }
    return Order(spots, groups, {spot.path: at for at, spot in enumerate(spots)})


def _sound_roots(
    languages: Mapping[str, str], groups: Iterable[list[tuple[str, str, str]]], marks: Mapping[str, _Mark]
) -> set[str]:
    """The folders and files whose mark of a language is one."""
    shared: Counter[str] = Counter()
    codes: dict[str, str] = {}
    pages: dict[str, list[str]] = {}
    for path in languages:
        mark = marks.get(path.rpartition("/")[0])
        if mark is not None:
            pages.setdefault(mark.root, []).append(path)
    for members in groups:
        for code, path, root in members:
            if root:
                codes[root] = code
                pages.setdefault(root, [path])
                shared[root] += not _is_index(path, root) or len(members) > 2
    voted = {root: _voted(languages[path] for path in pages[root]) for root in codes}
    spoken = {root for root, code in codes.items() if voted[root] in ("", code.partition("-")[0])}
    sound = {
        root
        for root in spoken
        if shared[root] and shared[root] >= LEAST_SHARED * sum(not _is_index(path, root) for path in pages[root])
    }
    beside = {root for members in groups if sound & {root for _, _, root in members} for _, _, root in members}
    return sound | {root for root in beside & spoken if voted[root]}  # the language of which few pages are translated


def _mark_of(folder: str) -> _Mark | None:
    """The first part of a folder's path that says a language."""
    site = _DOCUSAURUS.match(folder)
    if site and (code := _code(site[2], site[3])):
        return _Mark(site[0], f"{site[1]}docs{folder[site.end() :]}", code)
    parts = folder.split("/")
    for at, part in enumerate(parts):
        found = _FOLDER.fullmatch(part)
        code = _code(found[2], found[3]) if found else ""
        if found and code:
            plain = [*parts[:at], *([found[1]] if found[1] else []), *parts[at + 1 :]]
            return _Mark("/".join(parts[: at + 1]), "/".join(plain), code)
    return None


def _code(language: str, region: str | None) -> str:
    if language.lower() not in _CODES:
        return ""
    return f"{language.lower()}-{region.lower()}" if region else language.lower()


def _is_index(path: str, root: str) -> bool:
    """Whether a page is the index that each folder has; one of a folder within is known by that folder's name.

    Sites whose addresses end with a slash have no other pages than such.
    """
    folder, _, name = path.rpartition("/")
    return name.partition(".")[0].lower() in _INDEXES and root in (folder, path)


def _voted(languages: Iterable[str]) -> str:
    """The language that more than half of those known are; empty when none is."""
    counts = Counter(language for language in languages if language)
    best = counts.most_common(1)
    return best[0][0] if best and 2 * best[0][1] > sum(counts.values()) else ""
