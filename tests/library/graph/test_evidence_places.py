"""Links in files that are not read line by line name the page, slide or message on which they stand, everywhere."""

from __future__ import annotations

from bookwheel.domain.diagnostics import InspectRequest, InspectView, MentionsRequest
from bookwheel.domain.graph import ContextRequest, ExploreRequest, ExploreView
from bookwheel.domain.places import PlaceKind
from bookwheel.library.library import Library
from bookwheel.wire import compact

LETTER = "From a@b.c Mon Jan  1 00:00:00 2024\nFrom: Ann <a@b.c>\nSubject: {0}\nContent-Type: text/html\n\n{1}\n\n"


def _letters(shelf, write) -> Library:
    root = shelf.add()
    write(root, "wheel.md", "# Great wheel\n\nIt turns.\n")
    write(root, "plain.md", "# Plain\n\nSee [the wheel](wheel.md) and [nothing](lost.md).\n")
    links = "<p>Oak.</p><p>See <a href='wheel.md'>the turning oak</a> and <a href='gone.md'>gone</a>.</p>"
    write(
        root,
        "letters.mbox",
        LETTER.format("Elm", "<p>Elm.</p>") + LETTER.format("Oak", links) + LETTER.format("Yew", "The Great wheel."),
    )
    shelf.index()
    library = shelf.library
    library.graphs.refresh()
    library.graphs.wait()
    return library


def test_edges_findings_and_mentions_name_the_message(shelf, write):
    library = _letters(shelf, write)
    answer = library.explore(ExploreRequest("notes/wheel.md", ExploreView.BACKLINKS))
    places = {edge.section.partition("#")[0]: edge.place for edge in answer.edges if edge.section}
    assert places["notes/plain.md"] is None
    place = places["notes/letters.mbox"]
    assert place is not None and (place.kind, place.first) == (PlaceKind.MESSAGE, 2)
    told = compact(answer)["edges"]
    assert isinstance(told, list)
    shown = [(row.get("place"), row.get("line")) for row in told]
    assert sorted(shown, key=str) == [("message 2", None), (None, 3)]
    findings = library.inspect(InspectRequest(InspectView.BROKEN)).findings
    assert {one.doc: one.place and str(one.place.words) for one in findings} == {
        "notes/letters.mbox": "message 2",
        "notes/plain.md": None,
    }
    mentions = library.mentions(MentionsRequest("notes/wheel.md")).mentions
    assert {one.doc: one.place and str(one.place.words) for one in mentions} == {"notes/letters.mbox": "message 3"}


def test_facts_name_the_message_and_no_line_of_the_text(shelf, write):
    answer = _letters(shelf, write).context(ContextRequest("turning oak wheel"))
    said = [fact for fact in answer.facts if "links to" in fact.sentence]
    assert any("(message 2)" in fact.sentence and fact.place is not None for fact in said), said
    facts = compact(answer)["facts"]
    assert isinstance(facts, list) and not any("place" in row and "line" in row for row in facts)


def test_a_part_of_a_long_section_is_cited_by_its_own_time(shelf, write):
    root = shelf.add()
    cues = (
        f"{number}\n00:{number:02}:00,000 --> 00:{number:02}:50,000\nAbout tree {number}. {'Words go on. ' * 20}\n\n"
        for number in range(1, 50)
    )
    write(root, "talk.srt", "".join(cues).replace("tree 31", "zanzibar 31"))
    shelf.index()
    answer = shelf.library.context(ContextRequest("zanzibar", budget=600))
    passage = next(one for one in answer.passages if "zanzibar" in one.text)
    assert passage.place is not None and passage.place.kind is PlaceKind.TIME
    assert passage.place.first >= 20 * 60_000, "its own time, not that at which the section begins"
