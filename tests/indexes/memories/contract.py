"""What every store of memories must do. A module imports all of it and gives a fixture `storage`, which opens it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bookwheel.domain.annotations.memory import Memory, MemoryType, Role
from bookwheel.indexes.state.memory_storage import UNREAD, MemoryStorage

MODEL = "2 words"

Open = Callable[[], MemoryStorage]
"""Opens the memories of the caller `agent:ada`, which are none; again where it is called again, as another would."""


def memory(id: str, content: str = "oak", at: str = "2026-01-01T00:00:00.000Z") -> Memory:
    return Memory(id, "agent:ada", "agent:ada", "s", Role.ASSISTANT, MemoryType.NOTE, content, ("t",), (), at)


def kept(storage: MemoryStorage) -> dict[str, Memory]:
    """All that there is, in order."""
    stored = storage.read(UNREAD)
    if stored is None:
        return {}
    by_id = {one.id: one for one in stored.changed}
    assert set(stored.ids) == by_id.keys()
    return {id: by_id[id] for id in stored.ids}


def test_what_is_kept_edited_and_dropped_is_read_in_its_order(storage: Open):
    here = storage()
    assert kept(here) == {}
    number = here.change(0, [memory("m1"), memory("m2"), memory("m3", "a\0b ☃ \u2028")])
    assert here.read(number) is None
    number = here.change(number, [replace(memory("m1"), content="elm")], ["m2", "m9"], is_edited=True)
    here.touch([replace(memory("m3"), content="a\0b ☃ \u2028", read_at="2026-02-02"), memory("m7")][:1])
    there = kept(storage())
    assert list(there) == ["m1", "m3"]
    assert (there["m1"].content, there["m3"].content) == ("elm", "a\0b ☃ \u2028")
    assert there["m3"].read_at == "2026-02-02"


def test_vectors_are_kept_with_their_memory_and_go_with_it(storage: Open):
    here = storage()
    kept(here)
    number = here.change(0, [memory("m1"), memory("m2")])
    here.put_vectors(MODEL, [("m1", bytes(8)), ("m2", bytes(4)), ("m9", bytes(4))])
    stored = storage().read(UNREAD)
    assert stored is not None and dict(stored.vectors) == {"m1": (MODEL, bytes(8)), "m2": (MODEL, bytes(4))}
    here = storage()
    kept(here)
    here.change(number, [], ["m1"])
    stored = storage().read(UNREAD)
    assert stored is not None and dict(stored.vectors) == {"m2": (MODEL, bytes(4))}


CHANGES = st.lists(
    st.tuples(
        st.dictionaries(st.sampled_from(["m1", "m2", "m3", "m4"]), st.text(max_size=20), max_size=3),
        st.sets(st.sampled_from(["m1", "m2", "m3", "m4", "m5"]), max_size=2),
    ),
    max_size=8,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=CHANGES)
def test_who_follows_has_what_who_begins_anew_reads(storage: Open, changes: list[tuple[dict[str, str], set[str]]]):
    here = storage()
    known, number = kept(here), UNREAD
    stored = here.read(UNREAD)
    number = 0 if stored is None else stored.number
    for texts, dropped in changes:
        rows = [memory(id, text) for id, text in texts.items()]
        gone = sorted(dropped - texts.keys())
        number = here.change(number, rows, gone)
        known |= {row.id: row for row in rows}
        known = {id: row for id, row in known.items() if id not in gone}
    assert kept(storage()) == known
    if known:
        last = storage()
        stored = last.read(UNREAD)
        assert stored is not None
        last.change(stored.number, [], list(known))
