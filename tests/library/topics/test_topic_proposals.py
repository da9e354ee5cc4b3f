"""What agents propose: within bounds, never beyond what they see, and applied by the person alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.errors import BadRequest, MemoryFull, NotAllowed, NotFound
from bookwheel.domain.search import EVERYTHING, Filter, Scope
from bookwheel.domain.topic_proposals import ProposalDecision, ProposalsRequest, ProposeRequest
from bookwheel.domain.topics import LONGEST_NAME, Topic, TopicAction, TopicEdit, TopicTree
from bookwheel.indexes.state import State
from bookwheel.library.topics import topic_proposals
from bookwheel.library.topics.live_topics import LibraryView, LiveTopics
from bookwheel.library.topics.topic_proposals import TopicProposals, name_of
from tests.library.conftest import Shelf

TREE = TopicTree((Topic("a", "", "Boats"), Topic("b", "a", "Sails")), {"one.md": "b", "two.md": "a"})
PLANNER = Scope(client="planner", may_remember=True)
CUT = Scope(("notes",), filters=(Filter("path", ("two.md",), True),), client="planner", may_remember=True)


@pytest.fixture
def state(shelf: Shelf, write: Callable[[Path, str, str], Path], tmp_path: Path) -> Iterator[State]:
    for slug, paths in (("notes", ("one.md", "two.md")), ("other", ("three.md",))):
        root = shelf.add(slug)
        for path in paths:
            write(root, path, f"# {path}\n\nWords.\n")
    shelf.index()
    state = State(tmp_path / "state.sqlite", tmp_path / "state.backup")
    for collection in shelf.collections:
        state.put_collection(collection)
    state.put_topics("notes", TREE)
    state.put_topics("other", TopicTree((Topic("u", "", "Undersea"),), {"three.md": "u"}))
    yield state
    state.close()


@pytest.fixture
def topics(state: State, shelf: Shelf) -> LiveTopics:
    return LiveTopics(state, LibraryView(shelf.library.seen, lambda: None, lambda: ()))


@pytest.fixture
def proposals(state: State, shelf: Shelf, topics: LiveTopics) -> TopicProposals:
    return TopicProposals(state, shelf.library.seen, topics)


def waiting(proposals: TopicProposals) -> list[tuple[str, str, str]]:
    return [(one.doc, one.topic, one.label) for one in proposals.listed(ProposalsRequest()).proposals]


def test_proposals_wait_and_change_nothing_until_they_are_accepted(
    proposals: TopicProposals, topics: LiveTopics, state: State, shelf: Shelf
) -> None:
    answer = proposals.propose(ProposeRequest("notes/one.md", ("boats", "Knots"), "They tie."), PLANNER)
    assert answer.is_new and answer.total == 2 and topics.tree("notes") == TREE
    again = TopicProposals(state, shelf.library.seen, topics)  # as after a start
    assert waiting(again) == [("notes/one.md", "topic:notes/a", "Boats"), ("notes/one.md", "", "Knots")]
    [boats, knots] = again.listed(ProposalsRequest("notes/one.md", "planner")).proposals
    assert (boats.now, boats.proposal.note, boats.proposal.agent) == ("Sails", "They tie.", "planner")
    assert again.decide(ProposalDecision((boats.proposal.id, knots.proposal.id), True)).decided == 2
    tree = topics.tree("notes")
    assert tree.of == TREE.of and tree.accepted["one.md"][0] == "a" and tree.topics[-1].label == "Knots"
    assert not waiting(again) and not state.topic_proposals()
    assert LiveTopics(state, LibraryView(shelf.library.seen, lambda: None, lambda: ())).tree("notes") == tree
    topics.edit(TopicEdit(TopicAction.UNDO))
    assert len(topics.tree("notes").accepted["one.md"]) == 1


def test_a_refused_proposal_is_not_made_again(proposals: TopicProposals, topics: LiveTopics) -> None:
    proposals.propose(ProposeRequest("notes/one.md", ("Knots",)), PLANNER)
    [one] = proposals.listed(ProposalsRequest()).proposals
    proposals.decide(ProposalDecision((one.proposal.id,), False))
    answer = proposals.propose(ProposeRequest("notes/one.md", ("knots", "Ropes")), PLANNER)
    assert answer.refused == ("Knots",) and [label for _, _, label in waiting(proposals)] == ["Ropes"]
    assert topics.tree("notes") == TREE
    with pytest.raises(NotFound):
        proposals.decide(ProposalDecision((one.proposal.id,), True))


def test_what_one_agent_proposes_for_a_document_replaces_what_it_proposed_before(proposals: TopicProposals) -> None:
    proposals.propose(ProposeRequest("notes/one.md", ("A1", "A2", "A3")), PLANNER)
    proposals.propose(ProposeRequest("notes/one.md", ("Critical",)), Scope(client="critic", may_remember=True))
    assert not proposals.propose(ProposeRequest("notes/one.md", ("a2",)), PLANNER).is_new
    assert sorted(label for _, _, label in waiting(proposals)) == ["A2", "Critical"]


def test_bounds_hold_and_what_is_hostile_is_refused(proposals: TopicProposals, monkeypatch: pytest.MonkeyPatch) -> None:
    for names in (
        (),
        ("a", "b", "c", "d"),
        ("",),
        ("   ",),
        ("x" * 81,),
        ("—",),
        ("a\u202eb",),
        ("a\x1b[31m",),
        ("a\u2066",),
    ):
        with pytest.raises(BadRequest):
            proposals.propose(ProposeRequest("notes/one.md", names), PLANNER)
    with pytest.raises(BadRequest):
        proposals.propose(ProposeRequest("notes/one.md", ("A",), note="x" * 501), PLANNER)
    with pytest.raises(NotAllowed):
        proposals.propose(ProposeRequest("notes/one.md", ("A",)), Scope(client="reader"))
    monkeypatch.setattr(topic_proposals, "MOST_OF_CLIENT", 3)
    proposals.propose(ProposeRequest("notes/one.md", ('Say "it" <b>', "B", "C")), PLANNER)
    with pytest.raises(MemoryFull):
        proposals.propose(ProposeRequest("notes/two.md", ("D",)), PLANNER)
    assert proposals.propose(ProposeRequest("notes/one.md", ("E",)), PLANNER).total == 1
    with pytest.raises(BadRequest):
        proposals.listed(ProposalsRequest(limit=0))


@given(text=st.text(max_size=120))
def test_a_name_is_one_line_without_what_hides(text: str) -> None:
    try:
        name = name_of(text)
    except BadRequest:
        return
    assert 1 <= len(name) <= LONGEST_NAME and name == " ".join(name.split()) and "\u202e" not in name


def test_an_agent_proposes_within_its_scope_alone(proposals: TopicProposals) -> None:
    for doc in ("notes/two.md", "other/three.md", "notes/none.md"):
        with pytest.raises(NotFound) as caught:
            proposals.propose(ProposeRequest(doc, ("A",)), CUT)
        assert not {"notes/two.md", "other/three.md"} & set(caught.value.did_you_mean)
    for topic in ("topic:notes/a", "topic:other/u", "topic:notes/none"):  # it sees no collection whole
        with pytest.raises(NotFound) as caught:
            proposals.propose(ProposeRequest("notes/one.md", (topic,)), CUT)
        assert not caught.value.did_you_mean
    told = proposals.propose(ProposeRequest("notes/one.md", ("sails", "Undersea")), CUT)
    assert [(one.topic, one.name) for one in told.waiting] == [("", "sails"), ("", "Undersea")]  # as it was given
    with pytest.raises(BadRequest):
        proposals.propose(ProposeRequest("notes/one.md", ("topic:other/u",)), PLANNER)


def test_proposals_go_with_their_collection_and_follow_moved_documents(
    proposals: TopicProposals, state: State, shelf: Shelf
) -> None:
    proposals.propose(ProposeRequest("notes/one.md", ("A",)), PLANNER)
    proposals.propose(ProposeRequest("other/three.md", ("B",)), PLANNER)
    root = Path(shelf.collections[0].root)
    (root / "one.md").rename(root / "moved.md")
    shelf.index()
    assert [doc for doc, _, _ in waiting(proposals)] == ["notes/moved.md", "other/three.md"]
    [moved, _] = proposals.listed(ProposalsRequest()).proposals
    (root / "moved.md").unlink()
    shelf.index()
    assert [doc for doc, _, _ in waiting(proposals)] == ["other/three.md"]
    with pytest.raises(NotFound):
        proposals.decide(ProposalDecision((moved.proposal.id,), True))
    state.drop_collection("other")
    assert [one.doc for one in state.topic_proposals()] == ["notes/one.md"]
    assert shelf.library.seen(EVERYTHING) is not None
