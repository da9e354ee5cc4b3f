"""The map: places that follow links and folders, that stay, and regions with names."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from bookwheel.domain.map import MapDrawn, MapRequest, MapState, MapTask
from bookwheel.domain.topics import Topic, TopicTree
from bookwheel.library.map.drawing import draw
from bookwheel.library.map.initial_positions import ties_of
from bookwheel.library.map.live_map import LiveMap, Map, before, kept, meant, seen
from bookwheel.library.map.regions import regions_of

TOPICS = ("Sailing", "Baking", "Gearing")


def shelves(each: int = 40) -> tuple[tuple[str, ...], tuple[str, ...], np.ndarray]:
    """Three topics in one folder, linked within themselves alone but for one link between neighbours."""
    ids = tuple(f"notes/all/{topic.lower()}-{at}.md" for topic in TOPICS for at in range(each))
    titles = tuple(f"{topic} {at}" for topic in TOPICS for at in range(each))
    chance = np.random.default_rng(3)
    links = [
        (each * topic + at, each * topic + int(chance.integers(each)))
        for topic in range(len(TOPICS))
        for at in range(each)
        for _ in range(4)
    ]
    links += [(0, each), (each, 2 * each)]
    return ids, titles, np.array([pair for pair in links if pair[0] != pair[1]], np.int32)


def last(task: MapTask) -> MapDrawn:
    return list(draw(task))[-1]


def places_of(drawn: MapDrawn) -> np.ndarray:
    return np.frombuffer(drawn.places, np.float32).reshape(-1, 2)


def a_map() -> Map:
    ids, titles, links = shelves()
    drawn = last(MapTask(ids, titles, links.tobytes()))
    none = np.zeros((0, 2), np.int32)
    bare = Map(
        1, 7, ids, titles, np.zeros((0, 2), np.float32), ("notes",), np.zeros(len(ids), np.int32), ("essay",),
        np.zeros(len(ids), np.int32), (), none, links,
    )  # fmt: skip
    return bare.drawn(drawn)


def test_what_is_linked_lies_together_and_regions_are_called_after_it() -> None:
    drawn = a_map()
    places = drawn.places
    middles = np.array([places[at * 40 : (at + 1) * 40].mean(axis=0) for at in range(3)])
    nearest = np.hypot(*(places[:, None] - middles[None]).transpose(2, 0, 1)).argmin(axis=1)
    assert (nearest == np.repeat(np.arange(3), 40)).mean() > 0.9
    assert drawn.progress == 1.0 and np.isfinite(places).all()
    assert {topic for topic in TOPICS if any(topic in region.name for region in drawn.regions)} == set(TOPICS)
    assert len({region.name for region in drawn.regions}) == len(drawn.regions)


def test_the_same_task_is_drawn_the_same() -> None:
    ids, titles, links = shelves()
    task = MapTask(ids, titles, links.tobytes())
    assert last(task) == last(task)


def test_new_documents_come_beside_their_neighbours_and_the_others_stay() -> None:
    first = a_map()
    ids, titles, links = (*first.ids, "notes/all/new.md"), (*first.titles, "New"), first.links
    grown = np.concatenate([links, [[len(ids) - 1, at] for at in range(45, 55)]]).astype(np.int32)
    was = before(ids, kept(first))
    assert np.array_equal(was[:-1], first.places) and np.isnan(was[-1]).all()
    now = places_of(last(MapTask(ids, titles, grown.tobytes(), was.tobytes())))
    span = float(np.ptp(first.places, axis=0).max())
    assert np.hypot(*(now[:-1] - first.places).T).max() < 0.05 * span
    middle = now[40:80].mean(axis=0)
    assert np.hypot(*(now[-1] - middle)) < np.hypot(*(now[-1] - now[:40].mean(axis=0)))


def test_a_new_collection_lies_together_beside_what_was_there() -> None:
    first = a_map()
    ids = (*first.ids, *(f"other/{at % 4}/{at}.md" for at in range(100)))
    chance = np.random.default_rng(5)
    own = [(120 + at, 120 + int(chance.integers(100))) for at in range(100) for _ in range(2)]
    links = np.concatenate([first.links, own]).astype(np.int32)
    was = before(ids, kept(first))
    now = places_of(last(MapTask(ids, ids, links.tobytes(), was.tobytes())))
    old, new = now[:120], now[120:]
    apart = np.hypot(*(now[:, None] - now[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    assert (apart[120:].argmin(axis=1) >= 120).mean() > 0.95
    between = float(np.hypot(*(old.mean(axis=0) - new.mean(axis=0))))
    assert between > np.hypot(*(new - new.mean(axis=0)).T).mean()
    span = float(np.ptp(first.places, axis=0).max())
    assert np.hypot(*(old - first.places).T).max() < 0.15 * span


def test_documents_without_links_lie_with_their_folder_and_meaning_says_where() -> None:
    ids = tuple(f"notes/{'left' if at % 2 else 'right'}/{at}.md" for at in range(60))
    nothing = np.zeros((0, 2), np.int32).tobytes()
    by_folder = places_of(last(MapTask(ids, ids, nothing)))
    left, right = by_folder[1::2], by_folder[::2]
    assert np.hypot(*(left.mean(axis=0) - right.mean(axis=0))) > 0.5 * left.std()
    meaning = np.column_stack([np.arange(60), np.zeros(60)]).astype(np.float32)
    same = tuple(f"notes/{at}.md" for at in range(60))
    seeded = places_of(last(MapTask(same, same, nothing, meaning=meaning.tobytes())))
    assert abs(np.corrcoef(seeded[:, 0], np.arange(60))[0, 1]) > 0.5


def test_a_region_in_one_folder_is_called_after_it_and_no_two_alike() -> None:
    chance, sizes = np.random.default_rng(1), (40, 30, 20)
    middles = np.repeat([(0, 0), (9, 9), (0, 9)], sizes, axis=0)
    places = middles + chance.normal(0, 0.1, middles.shape)
    folders = ("tall-ships", "ovens", "other/ovens")
    ids = [f"notes/{folder}/{at}.md" for folder, size in zip(folders, sizes, strict=True) for at in range(size)]
    titles = [f"{topic} {at}" for topic, size in zip(TOPICS, sizes, strict=True) for at in range(size)]
    regions, region_of = regions_of(places, ids, titles, np.zeros((0, 2), np.int32))
    assert [region.name for region in regions] == ["Tall ships", "Ovens", "Other"]
    assert region_of.tolist() == np.repeat([0, 1, 2], sizes).tolist()


def test_a_region_without_a_folder_is_called_after_its_most_linked_document() -> None:
    chance, sizes = np.random.default_rng(1), (40, 30, 35)
    middles = np.repeat([(0, 0), (9, 9), (0, 9)], sizes, axis=0)
    places = middles + chance.normal(0, 0.1, middles.shape)
    ids = [f"notes/{at}.md" for at in range(105)]
    titles = [f"Note {at}" for at in range(105)]
    titles[13], titles[50] = "How a hull is built, from the keel to the last plank", "Sourdough"
    inner = [(at, 13) for at in range(12)] + [(at, 50) for at in range(40, 46)]
    links = np.array(inner + [(at, 60) for at in range(40)], np.int32)  # from elsewhere, which does not count
    regions, _ = regions_of(places, ids, titles, links)
    assert [region.name for region in regions][::2] == ["How a hull is built, from the keel to…", "Sourdough"]


def test_a_folder_is_tied_to_the_one_above() -> None:
    ties = ties_of(("notes/a/b/1.md", "notes/a/c/2.md", "notes/3.md"), np.zeros((0, 2), np.int32))
    of_documents, nested = ties.pairs[:3].tolist(), ties.pairs[3:].tolist()
    assert of_documents == [[0, 3], [1, 4], [2, 5]]
    assert nested == [[3, 6], [6, 5], [4, 6]]


def test_one_document_and_none_have_a_map_too() -> None:
    nothing = np.zeros((0, 2), np.int32).tobytes()
    assert places_of(last(MapTask(("a/b.md",), ("B",), nothing))).shape == (1, 2)
    assert last(MapTask((), (), nothing)) == MapDrawn(1.0, b"")
    assert regions_of(np.zeros((3, 2)), ["a/1", "a/2", "a/3"], ["x", "y", "z"], np.zeros((0, 2), np.int32))[0] == ()


def test_a_scope_sees_its_own_documents_links_and_names_alone() -> None:
    whole = a_map()
    halves = replace(
        whole,
        collections=("notes", "secret"),
        collection_of=np.repeat([0, 1], [80, 40]).astype(np.int32),
        types=("essay", "plan"),
        type_of=np.repeat([0, 1], [80, 40]).astype(np.int32),
        tags=("open", "hidden"),
        tagged=np.array([[3, 0], [100, 1]], np.int32),
    )
    part = seen(halves, ["notes"])
    assert part.ids == whole.ids[:80] and part.types == ("essay",) and part.tags == ("open",)
    assert part.links.max() < 80 and part.tagged.tolist() == [[3, 0]]
    assert not any("Gearing" in region.name for region in part.regions)
    assert seen(halves, ["notes", "secret"]) is halves


def test_an_answer_pages_names_and_says_when_the_map_is_another() -> None:
    live = LiveMap()
    asked: list[bool] = []
    live.on_asked = lambda: asked.append(True)
    assert live.answer(MapRequest(), ["notes"], 7).state is MapState.WAITING
    live.now = a_map()
    answer = live.answer(MapRequest(), ["notes"], 7)
    assert answer.state is MapState.READY and answer.documents == 120 and len(answer.places) == 120 * 8
    assert answer.ids == live.now.ids and asked == [True, True]
    more = live.answer(MapRequest(100, answer.version), ["notes"], 7)
    assert more.titles == live.now.titles[100:] and more.places == b""
    other = live.answer(MapRequest(100, 99), ["notes"], 7)
    assert other.version == answer.version and other.ids == ()
    assert live.answer(MapRequest(), ["notes"], 8).state is MapState.DRAWING


def test_an_answer_tells_topics_of_the_collections_that_are_seen_alone() -> None:
    live = LiveMap()
    live.now = whole = a_map()
    tree = TopicTree((Topic("a", "", "Boats"),), {doc.partition("/")[2]: "a" for doc in whole.ids[:10]})
    live.trees = lambda: {"notes": tree, "secret": replace(tree, topics=(Topic("a", "", "Hidden plan"),))}
    answer = live.answer(MapRequest(), ["notes"], 7)
    assert answer.topics == (("topic:notes/a", "Boats"),)
    assert np.count_nonzero(np.frombuffer(answer.topic_of, "<i4") == 0) == 10
    live.trees = dict
    assert live.answer(MapRequest(), ["notes"], 7).topics == ()


def test_without_vectors_meaning_puts_nothing_anywhere() -> None:
    assert np.isnan(meant(["a/b.md"], (), None)).all()


def test_damaged_places_are_drawn_anew() -> None:
    assert np.isnan(before(["a/b.md"], {"a": b"torn"})).all()
