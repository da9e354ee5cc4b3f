"""The map as it is drawn, made in a thread from what the service answers: places, sizes, groups, links in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.errors import ServiceUnavailable
from bookwheel.domain.map import MapAnswer, MapRequest, Region
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.map.filters import MapFilters
from bookwheel.gui.map.grouping import Bools, Grouping, Ints, group_topics, groupings_of, ints
from bookwheel.gui.map.table import Line, best_linked

Floats = NDArray[np.float64]

HUB = 24
"""Links from which on a document may count as a hub, whatever the others have."""

_TRIES = 5


@dataclass(frozen=True, slots=True)
class MapScene:
    """What is drawn: `places` (n, 2), `sizes` (n,) in pixels where there is room, `links` (m, 2), the best known first.

    `tops` (r, 2) is where regions' names belong, above what lies in them; `spacing` how far apart documents lie.
    `tagged` has the documents of each tag, `folders` the largest folders, `folded` titles and paths to be found by.
    """

    answer: MapAnswer
    ids: tuple[str, ...]
    titles: tuple[str, ...]
    places: Floats
    links: Ints
    degrees: Ints
    sizes: Floats
    by_size: Ints
    """All rows, the smallest document first."""
    is_hub: Bools
    regions: tuple[Region, ...]
    region_of: Ints
    tops: Floats
    spacing: float
    extent: tuple[Floats, Floats]
    """The least and the greatest place but for a few outliers."""
    groupings: Mapping[str, Grouping]
    tagged: Mapping[str, Ints]
    folders: tuple[str, ...]
    folded: tuple[str, ...]
    row_of: Mapping[str, int]
    lines: tuple[Line, ...]
    """All documents as rows of the table, the best linked first."""
    colours: Mapping[str, int]
    """The colours of topics by their ids, those of earlier scenes among them."""
    names: Mapping[str, str]
    """What collections are called, by slug."""

    @property
    def is_placed(self) -> bool:
        """Whether documents have places."""
        return bool(len(self.ids)) and bool(np.isfinite(self.places).all())

    def neighbours(self, row: int) -> tuple[Ints, Ints]:
        """The documents that a document links to, and those that link to it."""
        out = np.unique(self.links[self.links[:, 0] == row, 1])
        return out, np.unique(self.links[self.links[:, 1] == row, 0])


def fetch_scene(
    ask: Callable[[MapRequest], MapAnswer],
    names: Mapping[str, str],
    colours: Mapping[str, int] = MappingProxyType({}),
) -> MapScene | None:
    """The newest map, None while there is none. Any thread.

    `names` are the collections' names by slug; `colours` those that topics had in the scene before.

    Raises:
        BookwheelError: what the service answers.
    """
    for _ in range(_TRIES):
        answer = ask(MapRequest())
        if not answer.version or not answer.documents:
            return None
        ids, titles = list(answer.ids), list(answer.titles)
        while len(ids) < answer.documents:
            more = ask(MapRequest(len(ids), answer.version))
            if more.version != answer.version or not more.ids:
                break
            ids.extend(more.ids)
            titles.extend(more.titles)
        if len(ids) == answer.documents:
            return build_scene(answer, tuple(ids), tuple(titles), names, colours)
    raise ServiceUnavailable(tr("The map changes too fast to be shown; try again in a moment."))


def build_scene(
    answer: MapAnswer,
    ids: tuple[str, ...],
    titles: tuple[str, ...],
    names: Mapping[str, str],
    colours: Mapping[str, int] = MappingProxyType({}),
) -> MapScene:
    """The scene of an answer whose names are complete."""
    count = len(ids)
    places = np.frombuffer(answer.places, "<f4").reshape(-1, 2).astype(np.float64)
    links = ints(answer.links).reshape(-1, 2)
    degrees = np.bincount(links.ravel(), minlength=count).astype(np.int64)
    usual = float(np.percentile(degrees, 99)) if count else 0.0
    is_hub = degrees > max(HUB, 1.5 * usual)
    known = np.minimum(degrees[links[:, 0]], degrees[links[:, 1]]) if len(links) else np.zeros(0)
    region_of = ints(answer.region_of)
    is_placed = count > 0 and bool(np.isfinite(places).all())
    low, high = np.percentile(places, (1, 99), axis=0) if is_placed else np.zeros((2, 2))
    wide, tall = np.maximum(high - low, 1e-6)
    # A degree above a hub's says nothing more by its size.
    sizes = np.clip(5.0 + 1.9 * np.log2(1 + np.minimum(degrees, 4 * HUB)), 5.0, 17.0)
    tagged = ints(answer.tagged).reshape(-1, 2)
    groupings, colours = groupings_of(answer, ids, tagged, region_of, names, colours)
    names_of = [*(region.name for region in answer.regions), ""]  # a document in no region has -1
    return MapScene(
        answer=replace(answer, places=b"", links=b"", tagged=b"", region_of=b"", ids=(), titles=()),
        ids=ids,
        titles=titles,
        places=places,
        links=links[np.argsort(-known, kind="stable")],
        degrees=degrees,
        sizes=sizes,
        by_size=np.argsort(sizes, kind="stable"),
        is_hub=is_hub,
        regions=answer.regions,
        region_of=region_of,
        tops=_tops(places, region_of, len(answer.regions)),
        spacing=float(np.sqrt(wide * tall / max(count, 1))),
        extent=extent(places) if is_placed else (np.zeros(2), np.ones(2)),
        groupings=groupings,
        tagged={tag: tagged[tagged[:, 1] == number, 0] for number, tag in enumerate(answer.tags[:60])},
        folders=_folders(ids),
        folded=tuple(f"{title}\n{doc.partition('/')[2]}".casefold() for title, doc in zip(titles, ids, strict=True)),
        row_of={doc: row for row, doc in enumerate(ids)},
        colours=colours,
        names=names,
        lines=tuple(best_linked(_lines(ids, titles, links, [names_of[region] for region in region_of.tolist()]))),
    )


def extent(places: Floats, share: float = 0.5) -> tuple[Floats, Floats]:
    """The least and the greatest place (2,) but for a few outliers, `share` per cent at each end."""
    low, high = np.percentile(places, (share, 100 - share), axis=0)
    return low, high


def _lines(ids: Sequence[str], titles: Sequence[str], links: Ints, regions: Sequence[str]) -> list[Line]:
    out, back = (np.bincount(links[:, end], minlength=len(ids)).tolist() for end in (0, 1))
    return [
        Line(row, titles[row], doc.rpartition("/")[0], regions[row], out[row], back[row]) for row, doc in enumerate(ids)
    ]


def shown_of(scene: MapScene, choices: MapFilters) -> tuple[Grouping, Bools]:
    """The grouping chosen, and which documents (n,) are shown."""
    shown = np.ones(len(scene.ids), bool)
    if choices.tag:
        carried = np.zeros(len(scene.ids), bool)
        carried[scene.tagged.get(choices.tag, np.zeros(0, np.int64))] = True
        shown &= carried
    if choices.type:
        number = scene.answer.types.index(choices.type) if choices.type in scene.answer.types else -2
        shown &= ints(scene.answer.type_of) == number
    if choices.folder:
        below = choices.folder + "/"
        shown &= np.array([doc.startswith(below) for doc in scene.ids], bool)
    name = name_grouping(scene, choices)
    grouping = scene.groupings[name]
    if name == "Topic" and not shown.all():
        grouping, _ = group_topics(scene.answer, scene.names, scene.colours, shown)
    visible = np.array([group not in choices.hidden for group in grouping.names], bool)
    return grouping, shown & visible[grouping.of] if len(visible) else np.zeros(len(scene.ids), bool)


def found_rows(scene: MapScene, words: str, shown: Bools) -> Ints:
    """The documents shown whose title or path has all the words, those that begin with them first."""
    parts = words.casefold().split()
    if not parts:
        return np.zeros(0, np.int64)
    rows = [row for row, text in enumerate(scene.folded) if all(part in text for part in parts)]
    start = " ".join(parts)
    rows.sort(key=lambda row: (not scene.folded[row].startswith(start), -int(scene.degrees[row])))
    found = np.array(rows, np.int64)
    return found[shown[found]]


def name_grouping(scene: MapScene, choices: MapFilters) -> str:
    """The grouping that was chosen, if there are such groups, else the best one."""
    return choices.by if choices.by and any(scene.groupings[choices.by].names) else best_grouping(scene)


def best_grouping(scene: MapScene) -> str:
    """The grouping that tells most at first: by collection if there are some, else by folder or type."""
    several = [name for name, grouping in scene.groupings.items() if len(grouping.names) > 1]
    return next((name for name in ("Collection", "Folder", "Type") if name in several), "Collection")


def _folders(ids: Sequence[str]) -> tuple[str, ...]:
    """Collections and the folders below them with most documents."""
    counted: Counter[str] = Counter()
    for doc in ids:
        parts = doc.split("/")[:-1]
        counted.update("/".join(parts[: depth + 1]) for depth in range(min(len(parts), 3)))
    return tuple(sorted(folder for folder, _ in counted.most_common(40)))


def _tops(places: Floats, region_of: Ints, regions: int) -> Floats:
    tops = np.zeros((regions, 2))
    for region in range(regions):
        own = places[region_of == region]
        if len(own):
            tops[region] = np.median(own[:, 0]), np.percentile(own[:, 1], 10)
    return tops
