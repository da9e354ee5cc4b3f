"""Memories kept, recalled, folded, edited and forgotten, on a real state, with an encoder that needs no model."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from bookwheel.domain.annotations.memory import (
    ForgetRequest,
    MemoriesRequest,
    MemoryChange,
    MemoryExportRequest,
    MemoryType,
    RememberRequest,
    Role,
)
from bookwheel.domain.errors import BadRequest, BookwheelError, MemoryFull, ModelUnavailable, NotAllowed, NotFound
from bookwheel.domain.search import Scope
from bookwheel.indexes.embedding import Encoder
from bookwheel.indexes.state import State, StateMemories
from bookwheel.library.annotations.memories import ALLOW, Memories
from bookwheel.library.annotations.memory_store import NO_MODEL, MemoryStore
from bookwheel.settings import Settings
from tests.library.encoders import WordEncoder

HERS, HIS = Scope(client="hers", may_remember=True), Scope(client="his", may_remember=True)


@dataclass
class Kept:
    """Memories in a folder, with what they lean on."""

    folder: Path
    encoder: Encoder | None = field(default_factory=WordEncoder)
    settings: Settings = Settings()
    now: datetime = datetime(2026, 3, 1, tzinfo=UTC)
    changes: int = 0

    def __post_init__(self) -> None:
        self.open()

    def open(self) -> None:
        self.state = State(self.folder / "state.sqlite", self.folder / "state.backup.sqlite")
        self.memories = Memories(
            MemoryStore(StateMemories(self.state), lambda: self.encoder),
            lambda: self.settings,
            self._changed,
            self._tick,
        )

    def reopen(self) -> None:
        self.memories.settle()
        self.state.close()
        self.open()

    def keep(self, content: str, scope: Scope = HERS, **others: object) -> str:
        return self.memories.remember(RememberRequest(content, **others), scope).memory.id  # type: ignore[arg-type]

    def found(self, query: str = "", scope: Scope = HERS, **others: object) -> list[str]:
        answer = self.memories.recall(MemoriesRequest(query, **others), scope)  # type: ignore[arg-type]
        return [memory.content for memory in answer.memories]

    def limit(self, **values: float) -> None:
        self.settings = replace(self.settings, agents=replace(self.settings.agents, **values))  # type: ignore[arg-type]

    def _changed(self) -> None:
        self.changes += 1

    def _tick(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    one = Kept(tmp_path)
    yield one
    one.state.close()


def test_a_memory_comes_back_with_all_that_was_kept(kept: Kept):
    given_ = RememberRequest(
        "Ramelli drew the wheel", "lathe", Role.USER, MemoryType.FACT, ("#Wheel", "books"), "scout"
    )
    kept.memories.remember(given_, HERS)
    kept.reopen()
    [memory] = kept.memories.recall(MemoriesRequest("wheel"), HERS).memories
    assert (memory.client, memory.agent, memory.session) == ("hers", "scout", "lathe")
    assert (memory.role, memory.type, memory.tags) == (Role.USER, MemoryType.FACT, ("Wheel", "books"))
    assert memory.keywords == ("ramelli", "drew", "wheel")
    assert memory.created_at == "2026-03-01T00:01:00.000+00:00"
    assert memory.read_at == "" and 0 < memory.score <= 1


def test_the_same_again_is_kept_once_with_the_tags_of_both(kept: Kept):
    first = kept.memories.remember(RememberRequest("Ash is tough", tags=("wood",)), HERS)
    again = kept.memories.remember(RememberRequest(" Ash is tough ", tags=("Wood", "spokes")), HERS)
    assert (first.is_new, again.is_new, again.total) == (True, False, 1)
    assert again.memory.id == first.memory.id
    assert again.memory.tags[0] == "wood" and "spokes" in again.memory.tags
    assert kept.keep("Ash is tough", HIS) != first.memory.id
    assert kept.keep("Ash is tough", session="other") != first.memory.id


def test_words_and_meaning_rank_together_between_nought_and_one(kept: Kept):
    kept.keep("The mill runs at night in winter")
    kept.keep("Spokes of the wheel are made of ash")
    kept.keep("The wheel turns")
    answer = kept.memories.recall(MemoriesRequest("wheel turns"), HERS)
    assert [memory.content for memory in answer.memories] == ["The wheel turns", "Spokes of the wheel are made of ash"]
    scores = [memory.score for memory in answer.memories]
    assert 1 >= scores[0] > scores[1] > 0
    assert kept.found("turning wheels")[0] == "The wheel turns", "words are stemmed"
    assert kept.found("zzz") == []


def test_a_tag_raises_a_memory_and_finds_one_without_the_word(kept: Kept):
    kept.keep("It stands in the west room beside the window")
    kept.keep("The wheel stands in the east room beside the window")
    kept.keep("It stands in the north room beside the window", tags=("wheel",))
    kept.encoder = None
    assert kept.found("wheel") == [
        "It stands in the north room beside the window",
        "The wheel stands in the east room beside the window",
    ]


def test_two_agents_see_nothing_of_each_other(kept: Kept):
    mine = kept.keep("My secret is xyzzy", session="s")
    kept.keep("His own note", HIS, session="s")
    for request in (MemoriesRequest("xyzzy"), MemoriesRequest(session="s"), MemoriesRequest(client="hers")):
        answer = kept.memories.recall(request, HIS)
        assert all(memory.client == "his" for memory in answer.memories)
        assert "xyzzy" not in repr(answer)
        assert {card.client for card in answer.sessions} <= {"his"}
    for request in (ForgetRequest((mine,)), ForgetRequest((mine,), client="hers")):
        with pytest.raises(NotFound) as refused:
            kept.memories.forget(request, HIS)
        with pytest.raises(NotFound) as unknown:
            kept.memories.forget(ForgetRequest(("m00000000",)), HIS)
        assert refused.value.message.replace(mine, "X") == unknown.value.message.replace("m00000000", "X")
    assert kept.memories.forget(ForgetRequest(session="s"), HIS).forgotten == 1
    assert kept.memories.forget(ForgetRequest(agent="hers"), HIS).forgotten == 0
    assert kept.found("xyzzy") == ["My secret is xyzzy"]


def test_the_score_of_one_agents_memory_says_nothing_of_anothers(kept: Kept):
    kept.keep("A wheel of ash")
    kept.keep("The mill stands still")
    before = [memory.score for memory in kept.memories.recall(MemoriesRequest("wheel of ash"), HERS).memories]
    for number in range(30):
        kept.keep(f"wheel {number} ash {number}", HIS)
    assert [memory.score for memory in kept.memories.recall(MemoriesRequest("wheel of ash"), HERS).memories] == before


def test_who_may_only_read_is_told_and_keeps_nothing(kept: Kept):
    reader = Scope(client="reader")
    with pytest.raises(NotAllowed) as refused:
        kept.keep("anything", reader)
    assert refused.value.next == ALLOW
    with pytest.raises(NotAllowed):
        kept.memories.forget(ForgetRequest(session="s"), reader)
    with pytest.raises(NotAllowed):
        kept.memories.recall(MemoriesRequest(), reader)
    for scope in (Scope(), Scope(may_remember=True)):
        with pytest.raises(NotAllowed):
            kept.keep("anything", scope)
        with pytest.raises(NotAllowed):
            kept.memories.recall(MemoriesRequest(), scope)


def test_more_than_a_few_sessions_are_listed(kept: Kept):
    for number in range(60):
        kept.keep("step", session=f"s{number}")
    names = [card.session for card in kept.memories.recall(MemoriesRequest(limit=1), HERS).sessions]
    assert names == [f"s{number}" for number in reversed(range(60))]


def test_a_session_is_listed_in_order_and_all_of_them_newest_first(kept: Kept):
    for number in range(5):
        kept.keep(f"step {number}", session="odd" if number % 2 else "even")
    assert kept.found(session="even") == ["step 0", "step 2", "step 4"]
    answer = kept.memories.recall(MemoriesRequest(), HERS)
    assert [memory.content for memory in answer.memories] == [f"step {number}" for number in (4, 3, 2, 1, 0)]
    assert [(card.session, card.memories) for card in answer.sessions] == [("even", 3), ("odd", 2)]
    assert kept.found(agent="hers", session="odd") == ["step 1", "step 3"]
    assert kept.found(agent="other") == []


def test_following_the_cursor_shows_each_memory_once(kept: Kept):
    for number in range(7):
        kept.keep(f"wheel number {number}", session="s")
    for request in (MemoriesRequest("wheel", limit=3), MemoriesRequest(session="s", limit=3)):
        seen, cursor = [], ""
        while True:
            answer = kept.memories.recall(replace(request, cursor=cursor), HERS)
            seen += [memory.id for memory in answer.memories]
            cursor = answer.cursor
            if not cursor:
                break
        assert len(seen) == len(set(seen)) == answer.total == 7
    first = kept.memories.recall(MemoriesRequest("wheel", limit=3), HERS)
    with pytest.raises(BadRequest):
        kept.memories.recall(MemoriesRequest("wheel", limit=3, cursor=first.cursor), HIS)


def test_reading_times_are_those_of_the_agents_alone_and_are_kept(kept: Kept):
    kept.keep("The wheel turns")
    assert kept.memories.listed(MemoriesRequest("wheel")).memories[0].read_at == ""
    assert kept.memories.listed(MemoriesRequest()).memories[0].read_at == ""
    kept.found("wheel")
    read_at = kept.memories.listed(MemoriesRequest()).memories[0].read_at
    assert read_at > kept.memories.listed(MemoriesRequest()).memories[0].created_at
    kept.reopen()
    assert kept.memories.listed(MemoriesRequest()).memories[0].read_at == read_at


def test_old_memories_are_folded_into_the_summary_given(kept: Kept):
    for number in range(4):
        kept.keep(f"day {number} of the wheel", session="diary", tags=(f"t{number}",))
    kept.now = datetime(2026, 4, 1, tzinfo=UTC)
    kept.keep("the last day", session="diary")
    answer = kept.memories.forget(ForgetRequest(session="diary", before="2026-03-15", summary="Four days"), HERS)
    assert answer.forgotten == 4 and answer.summary is not None
    assert (answer.summary.type, answer.summary.folded) == (MemoryType.SUMMARY, 4)
    assert answer.summary.since == "2026-03-01T00:01:00.000+00:00"
    assert answer.summary.tags == ("t0", "t1", "t2", "t3")
    assert kept.found(session="diary") == ["Four days", "the last day"]
    again = kept.memories.forget(ForgetRequest(session="diary", summary="All of it"), HERS)
    assert again.summary is not None and again.summary.folded == 5
    kept.reopen()
    assert kept.found(session="diary") == ["All of it"]


def test_a_summary_of_nothing_or_of_several_agents_is_refused(kept: Kept):
    kept.keep("one", session="s")
    kept.keep("two", HIS, session="s")
    for request, scope in (
        (ForgetRequest(session="none", summary="x"), HERS),
        (ForgetRequest(session="s", summary="x"), None),
        (ForgetRequest(summary="x"), HERS),
        (ForgetRequest(), HERS),
        (ForgetRequest(), None),
        (ForgetRequest(before="last week"), HERS),
    ):
        with pytest.raises(BadRequest):
            kept.memories.forget(request, scope)
    assert len(kept.memories.listed(MemoriesRequest()).memories) == 2
    assert kept.memories.forget(ForgetRequest(client="hers"), None).forgotten == 1


def test_the_person_edits_and_the_new_words_are_found(kept: Kept):
    id = kept.keep("The wheel is of oak", tags=("wood",))
    changed = kept.memories.change(MemoryChange(id, content="The wheel is of elm", type=MemoryType.FACT))
    assert (changed.tags, changed.type, changed.keywords) == (("wood",), MemoryType.FACT, ("wheel", "elm"))
    assert changed.changed_at and kept.found("elm") == ["The wheel is of elm"]
    kept.encoder = None
    assert kept.found("oak") == []
    with pytest.raises(NotFound):
        kept.memories.change(MemoryChange("m00000000", content="x"))
    with pytest.raises(BadRequest):
        kept.memories.change(MemoryChange(id, content=" "))
    assert kept.changes == 2


def test_a_flood_meets_a_limit_that_says_what_helps(kept: Kept):
    kept.limit(memories=3)
    for number in range(3):
        kept.keep(f"note {number}")
    for _ in range(3):
        with pytest.raises(MemoryFull) as full:
            kept.keep("one too many")
        assert "summary" in full.value.next
    assert kept.keep("note 0"), "the same again needs no room"
    assert kept.keep("his own", HIS), "another agent has room of its own"
    kept.memories.forget(ForgetRequest(agent="hers", summary="three notes"), HERS)
    assert kept.keep("now there is room")
    kept.limit(memories=100, memory_mb=0.001)
    with pytest.raises(MemoryFull, match=r"0\.001 MB"):
        kept.keep("輪" * 400)
    kept.limit(memory_characters=100)
    with pytest.raises(BadRequest, match="limit is 100"):
        kept.keep("x" * 101)
    for wrong in (
        {"tags": ("x" * 65,)},
        {"tags": tuple(map(str, range(21)))},
        {"session": "x" * 201},
        {"agent": "x" * 201},
    ):
        with pytest.raises(BadRequest):
            kept.keep("short", **wrong)  # type: ignore[arg-type]


def test_without_a_model_words_answer_and_vectors_are_filled_in_later(kept: Kept):
    encoder, kept.encoder = kept.encoder, None
    kept.keep("The wheel turns")
    answer = kept.memories.recall(MemoriesRequest("wheel"), HERS)
    assert [memory.content for memory in answer.memories] == ["The wheel turns"] and answer.notices == (NO_MODEL,)
    assert kept.state.memory_vectors() == {}
    kept.encoder = encoder
    while kept.memories.settle():
        pass
    assert set(kept.state.memory_vectors()) == {answer.memories[0].id}
    assert kept.memories.recall(MemoriesRequest("wheel"), HERS).notices == ()
    kept.encoder = WordEncoder("another")
    while kept.memories.settle():
        pass
    [(model, _)] = kept.state.memory_vectors().values()
    assert model.startswith("64 another@")


def test_vectors_are_kept_and_not_made_again(kept: Kept):
    kept.keep("The wheel turns")
    kept.reopen()
    kept.encoder = fresh = WordEncoder()
    assert kept.found("wheel") == ["The wheel turns"]
    kept.memories.settle()
    assert fresh.asked == ["wheel"]


def test_a_language_that_the_model_does_not_read_is_ranked_by_words(kept: Kept):
    kept.keep("Das Rad dreht sich in der Mühle und mahlt das Korn für die Leute im Dorf")
    kept.keep("The wheel is in the mill")
    answer = kept.memories.recall(MemoriesRequest("das Rad in der Mühle und das Korn für die Leute"), HERS)
    assert answer.memories[0].content.startswith("Das Rad") and "language" in answer.notices[0]
    kept.keep("本を読むための輪")
    assert kept.found("読む") == ["本を読むための輪"]


def test_what_is_forgotten_leaves_no_bytes_in_the_state_or_its_backup(kept: Kept):
    id = kept.keep("zanzibar is where it lies", tags=("sansibar",))
    kept.state.back_up()
    edited = kept.keep("quagga was its name")
    kept.memories.settle()
    kept.memories.change(MemoryChange(edited, content="its name is gone"))
    kept.memories.forget(ForgetRequest((id,)), HERS)
    kept.memories.settle()
    for path in kept.folder.iterdir():
        for word in (b"zanzibar", b"sansibar", b"quagga"):
            assert word not in path.read_bytes(), path


@pytest.mark.parametrize("is_edited", [False, True])
def test_a_crash_after_forgetting_leaves_the_backup_to_the_next_start(kept: Kept, is_edited: bool):
    id = kept.keep("zanzibar is where it lies")
    kept.state.back_up()
    if is_edited:
        kept.memories.change(MemoryChange(id, content="it lies elsewhere"))
    else:
        kept.memories.forget(ForgetRequest((id,)), HERS)
    backup = kept.folder / "state.backup.sqlite"
    assert b"zanzibar" in backup.read_bytes()
    kept.state.close()
    kept.open()
    assert b"zanzibar" not in backup.read_bytes()


def test_a_lost_state_brings_its_memories_back_from_the_backup(kept: Kept):
    kept.keep("The wheel turns")
    kept.memories.settle(is_last=True)
    kept.state.close()
    (kept.folder / "state.sqlite").write_bytes(b"broken" * 100)
    kept.open()
    assert kept.found("wheel") == ["The wheel turns"]


def test_an_export_is_whole_in_its_parts(kept: Kept, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bookwheel.library.annotations.memories.PART", 2)
    for number in range(5):
        kept.keep(f"note {number}\nand more", session="s", tags=("two words",))
    kept.keep("his", HIS)
    content, cursor = "", ""
    while True:
        part = kept.memories.export(MemoryExportRequest("hers", cursor=cursor))
        content, cursor = content + part.content, part.cursor
        if not cursor:
            break
    lines = [json.loads(line) for line in content.splitlines()]
    assert [line["content"] for line in lines] == [f"note {number}\nand more" for number in range(5)]
    assert {"id", "client", "agent", "session", "role", "type", "tags", "keywords", "created_at"} <= set(lines[0])
    shown = kept.memories.export(MemoryExportRequest(format="markdown")).content
    assert shown.startswith(
        "## 2026-03-01 00:01 note, assistant of hers, session s\n\nnote 0\nand more\n\n#two-words\n\n"
    )
    with pytest.raises(BadRequest):
        kept.memories.export(MemoryExportRequest(format="csv"))


@given(st.text(max_size=60), st.text(max_size=40), st.lists(st.text(max_size=70), max_size=22), st.text(max_size=30))
def test_any_text_is_kept_and_found_by_itself_or_refused(
    kept: Kept, content: str, session: str, tags: list, query: str
):
    try:
        text = content.encode("utf-8", "replace").decode()
        id = kept.keep(text, session=session.encode("utf-8", "replace").decode(), tags=tuple(tags))
    except BookwheelError as error:
        assert error.code == "bad_request"
        return
    answer = kept.memories.recall(MemoriesRequest(query, limit=500), HERS)
    assert all(0 <= memory.score <= 1 for memory in answer.memories)
    assert id in [memory.id for memory in kept.memories.recall(MemoriesRequest(limit=500), HERS).memories]
    kept.memories.forget(ForgetRequest((id,)), HERS)


def test_a_model_that_fails_leaves_the_answer_to_words(kept: Kept):
    class Failing(WordEncoder):
        def encode(self, texts: Sequence[str], *, is_query: bool = False) -> NDArray[np.float32]:
            raise ModelUnavailable("The model cannot be computed.")

    kept.encoder = Failing()
    kept.keep("The wheel turns")
    answer = kept.memories.recall(MemoriesRequest("wheel"), HERS)
    assert [memory.content for memory in answer.memories] == ["The wheel turns"]
    assert answer.notices == ("The model cannot be computed.",)
    assert not kept.memories.settle()


def test_a_very_long_query_is_answered_by_its_first_words(kept: Kept):
    kept.keep("The wheel turns")
    assert kept.found("wheel " + " ".join(f"word{number}" for number in range(3000))) == ["The wheel turns"]


def test_many_at_once_keep_each_thing_once_and_no_more_than_they_may(kept: Kept):
    kept.limit(memories=10)

    def keep(number: int) -> str:
        try:
            return kept.keep(f"note {number % 20}")
        except MemoryFull:
            return ""

    with ThreadPoolExecutor(8) as pool:
        ids = list(pool.map(keep, range(200)))
    assert len({id for id in ids if id}) == 10
    assert len(kept.state.memories()) == 10
