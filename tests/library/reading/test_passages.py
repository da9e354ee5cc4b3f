"""Outlines and passages."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.domain.browse import TreeRequest
from bookwheel.domain.errors import BadRequest, NotFound, RevisionChanged
from bookwheel.domain.reading import OutlineRequest, ReadRequest
from bookwheel.domain.search import Scope
from tests.library.conftest import Shelf

TEXT = """---
title: Guide
---
Before.

# One

Text of one.

## One A

a words here

### Deep

deep text

## One B

b

# Two

end
"""


@pytest.fixture
def guide(shelf, write):
    root = shelf.add()
    write(root, "guide.md", TEXT)
    write(root, "other.md", "# Other\n\nother text\n")
    shelf.index()
    return shelf.library


def test_an_outline_is_the_tree_in_source_order(guide):
    answer = guide.outline(OutlineRequest("notes/guide.md"))
    assert [(one.section.partition("#")[2], one.depth) for one in answer.sections] == [
        ("top", 0), ("one", 0), ("one-a", 1), ("deep", 2), ("one-b", 1), ("two", 0),
    ]  # fmt: skip
    one = answer.sections[1]
    assert one.branch_words == sum(section.words for section in answer.sections[1:5])


def test_an_outline_stops_at_its_depth(guide):
    answer = guide.outline(OutlineRequest("notes/guide.md", depth=1))
    assert [one.title for one in answer.sections][1:] == ["One", "Two"]
    branch = guide.outline(OutlineRequest("notes/guide.md", section="one", depth=1))
    assert [one.title for one in branch.sections] == ["One", "One A", "One B"]


def test_a_section_is_read_in_its_own_lines(guide):
    (passage,) = guide.read(ReadRequest(("notes/guide.md#one-a",))).passages
    assert passage.text.strip() == "## One A\n\na words here"
    first, last = passage.lines
    assert "\n".join(TEXT.split("\n")[first - 1 : last]) == passage.text
    assert passage.uri == "bookwheel://doc/notes/guide.md#one-a"
    assert passage.breadcrumb == ("Notes", "Guide", "One")


def test_a_branch_holds_all_its_descendants(guide):
    (passage,) = guide.read(ReadRequest(("notes/guide.md#one",), subtree=True)).passages
    assert "deep text" in passage.text
    assert "# Two" not in passage.text


def test_a_document_is_read_without_its_header_but_with_it_on_request(guide):
    (passage,) = guide.read(ReadRequest(("notes/guide.md",), metadata=True)).passages
    assert passage.text.startswith("Before.")
    assert "Guide" in passage.metadata_json


def test_lines_are_read_as_they_stand(guide):
    (passage,) = guide.read(ReadRequest(("notes/guide.md",), lines=(1, 4))).passages
    assert passage.text == "---\ntitle: Guide\n---\nBefore."
    assert passage.lines == (1, 4)


@pytest.mark.parametrize("lines", [(0, 3), (5, 4), (TEXT.count("\n") + 3, 900), (900, 901)])
def test_lines_that_are_none_are_refused(guide, lines):
    with pytest.raises(BadRequest):
        guide.read(ReadRequest(("notes/guide.md",), lines=lines))


def test_a_small_budget_reads_everything_in_turns(guide):
    request = ReadRequest(("notes/guide.md", "notes/other.md#other"), budget_tokens=5)
    whole = guide.read(ReadRequest(request.targets))
    parts: dict[str, list[str]] = {}
    answer = guide.read(request)
    for _ in range(100):
        for passage in answer.passages:
            lines = TEXT.split("\n")[passage.lines[0] - 1 : passage.lines[1]]
            if passage.doc == "notes/guide.md":
                assert passage.text in "\n".join(lines)
            parts.setdefault(passage.doc, []).append(passage.text)
        if not answer.cursor:
            break
        answer = guide.read(ReadRequest(request.targets, cursor=answer.cursor, budget_tokens=5))
    for passage in whole.passages:
        assert "".join("".join(parts[passage.doc]).split()) == "".join(passage.text.split())


def test_a_line_that_is_longer_than_the_budget_is_cut_and_goes_on(shelf, write):
    long = "folio " * 2000
    write(shelf.add(), "long.md", f"# Long\n\n{long}\n\nThe end.\n")
    shelf.index()
    library = shelf.library
    request, texts = ReadRequest(("notes/long.md",), lines=(2, 3), budget_tokens=300), []
    while True:
        answer = library.read(request)
        [passage] = answer.passages
        assert passage.text.strip()
        texts.append(passage.text)
        assert passage.is_truncated == bool(answer.cursor)
        if not answer.cursor:
            break
        request = replace(request, cursor=answer.cursor)
    assert len(texts) > 5 and all(text.endswith("folio ") for text in texts)
    assert "".join(texts).strip() == long.strip()


def test_a_cursor_into_a_changed_document_says_so(shelf, guide, write):
    answer = guide.read(ReadRequest(("notes/guide.md",), budget_tokens=5))
    write(shelf.folder / "notes", "guide.md", "# Changed\n")
    shelf.index()
    with pytest.raises(RevisionChanged):
        guide.read(ReadRequest(("notes/guide.md",), cursor=answer.cursor))


def test_unknown_ids_offer_near_ones(guide):
    with pytest.raises(NotFound) as caught:
        guide.outline(OutlineRequest("notes/guidee.md"))
    assert caught.value.did_you_mean == ("notes/guide.md",)
    with pytest.raises(NotFound) as caught:
        guide.read(ReadRequest(("notes/guide.md#one-aa",)))
    assert "notes/guide.md#one-a" in caught.value.did_you_mean


@pytest.mark.parametrize(
    ("named", "nearest"),
    [
        ("notes/b/pods/_indx.md", "notes/b/pods/_index.md"),
        ("b/pods/_index.md", "notes/b/pods/_index.md"),
        ("notes/b/pods", "notes/b/pods/_index.md"),
        ("notes/b/pod/life.md", "notes/b/pods/life.md"),
        ("NOTES/A/PODS/LIFE", "notes/a/pods/life.md"),
    ],
)
def test_of_many_files_of_a_name_the_one_at_the_nearest_place_is_offered_first(shelf, write, named, nearest):
    root = shelf.add("notes")
    for folder in "abcdefgh":
        for name in ("_index", "life"):
            write(root, f"{folder}/pods/{name}.md", f"# {name}\n")
    shelf.index()
    with pytest.raises(NotFound) as caught:
        shelf.library.outline(OutlineRequest(named))
    assert caught.value.did_you_mean[0] == nearest


def test_documents_outside_the_scope_are_unknown(guide):
    scope = Scope(("elsewhere",))
    with pytest.raises(NotFound) as inside:
        guide.read(ReadRequest(("notes/guide.md",)), scope)
    assert inside.value.did_you_mean == ()
    with pytest.raises(NotFound) as unknown:
        guide.read(ReadRequest(("notes/nothing.md",)), scope)
    assert inside.value.message.replace("guide", "nothing") == unknown.value.message


_LINES = st.lists(
    st.one_of(
        st.sampled_from(["# A", "## B", "### C", "# A", "", "```", "> # quoted", "---", "text  ", "é漢字🙂"]),
        st.text(max_size=20),
    ),
    max_size=20,
)


@settings(max_examples=settings().max_examples // 4)  # each indexes a library
@given(lines=_LINES)
def test_read_returns_what_outline_names(tmp_path_factory, lines):
    shelf = Shelf(tmp_path_factory.mktemp("named"))
    try:
        root = shelf.add()
        (root / "a.md").write_bytes("\n".join(lines).encode("utf-8", "surrogatepass") or b" ")
        shelf.index()
        if not shelf.library.tree(TreeRequest("notes")).entries:
            return
        outline = shelf.library.outline(OutlineRequest("notes/a.md"))
        for entry in outline.sections:
            answer = shelf.library.read(ReadRequest((entry.section,), budget_tokens=10_000))
            (passage,) = answer.passages
            assert (passage.section, passage.title) == (entry.section, entry.title)
            line_answer = shelf.library.read(ReadRequest(("notes/a.md",), lines=entry.lines, budget_tokens=10_000))
            assert line_answer.passages[0].text == passage.text
    finally:
        shelf.close()
        shutil.rmtree(shelf.folder)


def test_an_id_may_hold_the_sign_that_starts_an_anchor(shelf, write):
    write(shelf.add("langs"), "C#.md", "# C sharp\n\n## Types\n\nt\n")
    shelf.index()
    assert [one.section for one in shelf.library.outline(OutlineRequest("langs/C#.md")).sections] == [
        "langs/C#.md#c-sharp",
        "langs/C#.md#types",
    ]
    assert shelf.library.outline(OutlineRequest("langs/C#.md#types")).sections[0].title == "Types"
    passage = shelf.library.read(ReadRequest(("langs/C#.md",))).passages[0]
    assert passage.text.startswith("# C sharp")
    assert shelf.library.read(ReadRequest((passage.uri,))).passages[0] == passage


def test_an_old_id_with_the_sign_of_an_anchor_still_names_its_document(shelf, write):
    root = shelf.add("langs")
    write(root, "C#.md", "# C sharp\n\n## Types\n\nt\n")
    shelf.index()
    shutil.move(root / "C#.md", root / "sharp.md")
    shelf.index()
    answer = shelf.library.outline(OutlineRequest("langs/C#.md"))
    assert (answer.doc, len(answer.sections)) == ("langs/sharp.md", 2)


def test_documents_named_alike_follow_their_ids_whichever_was_read_last(shelf, write):
    root = shelf.add()
    for path in ("c/pods.md", "a/pods.md", "b/pods.md"):
        write(root, path, "# Pods\n")
        shelf.index()
    with pytest.raises(NotFound) as caught:
        shelf.library.read(ReadRequest(("pods",)))
    assert caught.value.did_you_mean[:3] == ("notes/a/pods.md", "notes/b/pods.md", "notes/c/pods.md")


def test_a_link_by_a_name_that_nobody_states_is_only_its_words(shelf, write):
    root = shelf.add()
    write(root, "api.rst", "API\n===\n\n.. py:function:: turn(leaf)\n\n   Turns a leaf.\n")
    write(root, "guide.rst", "Guide\n=====\n\nCall :py:func:`turn` and :py:func:`open` or see :ref:`gone`.\n")
    write(root, "own.md", "# Own\n\n[open()](object:open)\n")
    shelf.index()
    read = shelf.library.read(ReadRequest(("notes/guide.rst",))).passages[0].text
    assert "Call [`turn()`](object:turn) and `open()` or see gone." in read
    own = shelf.library.read(ReadRequest(("notes/own.md",))).passages[0].text
    assert "[open()](object:open)" in own, "what a person wrote stays as it is"
