"""Links by name: citations, labels, terms, objects and messages lead to whoever states the name."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bookwheel.domain.diagnostics import InspectRequest, InspectView
from bookwheel.domain.graph import ExploreRequest
from bookwheel.domain.page import PageRequest
from bookwheel.domain.search import Filter, Scope, SearchRequest
from tests.library.conftest import Shelf, changed

BIB = """@article{knuth84,
  title = {Literate Programming},
  author = {Donald Knuth},
  doi = {10.1093/comjnl/27.2.97}
}

@misc{vaswani17, title = {Attention}, eprint = {1706.03762}, archiveprefix = {arXiv}}
"""


def links(shelf: Shelf, path: str = "") -> dict[str, tuple[str, str]]:
    """Where links lead, by their target: the status, and path with anchor."""
    with closing(sqlite3.connect(shelf.paths.catalogue)) as connection:
        rows = connection.execute(
            "SELECT l.target, l.status, l.target_path, l.target_anchor FROM links l JOIN documents d"
            " ON d.key = l.document_key WHERE ?1 = '' OR d.path = ?1",
            (path,),
        )
        return {target: (status, f"{where}#{anchor}" if anchor else where) for target, status, where, anchor in rows}


def load_graph(shelf: Shelf) -> None:
    shelf.library.graphs.refresh()
    shelf.library.graphs.wait()


def broken(shelf: Shelf, scope: Scope | None = None) -> list[str]:
    load_graph(shelf)
    return [one.other for one in shelf.library.inspect(InspectRequest(InspectView.BROKEN), scope or Scope()).findings]


@pytest.fixture
def root(shelf: Shelf) -> Path:
    return shelf.add()


def test_citations_of_every_format_lead_to_the_entry(shelf: Shelf, root: Path, write):
    write(root, "library/refs.bib", BIB)
    write(root, "a.md", "# A\n\nSee [see @knuth84, p. 3; @vaswani17], and @knuth84. By @someone.\n")
    write(root, "b.tex", "\\section{B}\nSee \\citep[see][p.~3]{knuth84,vaswani17}. \\nocite{*}\n")
    write(root, "c.rst", "C\n=\n\nSee :cite:p:`knuth84,vaswani17` and [knuth84]_.\n")
    write(root, "d.org", "* D\nSee [cite:see @knuth84 p. 3; @vaswani17], cite:knuth84 and [[cite:vaswani17]].\n")
    write(root, "e.adoc", "= E\n\nSee cite:[knuth84(3), vaswani17].\n")
    shelf.index()
    for path in ("a.md", "b.tex", "c.rst", "d.org", "e.adoc"):
        found = links(shelf, path)
        assert found["cite:knuth84"] == ("resolved", "library/refs.bib#knuth84"), path
        assert found["cite:vaswani17"] == ("resolved", "library/refs.bib#vaswani17"), path
    assert links(shelf, "a.md")["mention:knuth84"] == ("resolved", "library/refs.bib#knuth84")
    assert broken(shelf) == []


def test_dois_and_arxiv_numbers_lead_to_the_entry_and_stay_on_the_web(shelf: Shelf, root: Path, write):
    write(root, "a.md", "# A\n\n[paper](https://doi.org/10.1093/COMJNL/27.2.97), doi:10.1093/comjnl/27.2.97, "
                        "arXiv:1706.03762v5 and doi:10.1000/other.\n")  # fmt: skip
    shelf.index()
    assert {status for status, _ in links(shelf).values()} == {"external"}
    write(root, "refs.bib", BIB)
    shelf.index()
    entry = ("resolved", "refs.bib#knuth84")
    assert links(shelf, "a.md") == {
        "https://doi.org/10.1093/COMJNL/27.2.97": entry, "doi:10.1093/comjnl/27.2.97": entry,
        "arxiv:1706.03762v5": ("resolved", "refs.bib#vaswani17"), "doi:10.1000/other": ("external", ""),
    }  # fmt: skip
    assert links(shelf, "refs.bib")["https://doi.org/10.1093/comjnl/27.2.97"] == ("external", "")
    page = shelf.library.page(PageRequest("notes/a.md"), Scope()).html
    assert '<a title="Literate Programming" href="bookwheel://doc/notes/refs.bib#knuth84">paper</a>' in page
    assert 'href="https://doi.org/10.1093/COMJNL/27.2.97"' in page


def test_a_bibliography_that_comes_changes_and_goes_is_followed(shelf: Shelf, root: Path, write):
    write(root, "a.md", "# A\n\nSee [@knuth84] and [@nobody], says @nobody.\n")
    shelf.index()
    assert links(shelf)["cite:knuth84"] == ("unknown", "") and broken(shelf) == []
    bib = write(root, "refs.bib", BIB)
    shelf.index(changed("notes", ["refs.bib"]))
    assert links(shelf, "a.md")["cite:knuth84"] == ("resolved", "refs.bib#knuth84")
    assert broken(shelf) == ["cite:nobody"]
    bib.write_text("@book{other, title={Other}}\n\n@book{Knuth84, title={Moved}}\n")
    shelf.index(changed("notes", ["refs.bib"]))
    assert links(shelf, "a.md")["cite:knuth84"] == ("resolved", "refs.bib#Knuth84")
    bib.write_text("@book{other, title={Other}}\n")
    shelf.index(changed("notes", ["refs.bib"]))
    assert sorted(broken(shelf)) == ["cite:knuth84", "cite:nobody"]
    bib.unlink()
    shelf.index(changed("notes", ["refs.bib"]))
    assert links(shelf)["cite:knuth84"] == ("unknown", "") and broken(shelf) == []


def test_a_name_that_moves_to_another_section_is_followed(shelf: Shelf, root: Path, write):
    write(root, "a.rst", "A\n=\n\nSee :ref:`the-place`.\n")
    write(root, "b.rst", "B\n=\n\n.. _the-place:\n\nOne\n---\n\ntext\n\nTwo\n---\n\ntext\n")
    shelf.index()
    assert links(shelf)["label:the-place"] == ("resolved", "b.rst#the-place")
    write(root, "b.rst", "B\n=\n\nOne\n---\n\ntext\n\nTwo\n---\n\n.. _the-place:\n\n* a list\n")
    shelf.index(changed("notes", ["b.rst"]))
    assert links(shelf)["label:the-place"] == ("resolved", "b.rst#two")


def test_the_nearest_document_wins(shelf: Shelf, root: Path, write):
    write(root, "one/a.md", "# A\n\n[@k]\n")
    write(root, "one/deep/b.md", "# B\n\n[@k]\n")
    write(root, "two/c.md", "# C\n\n[@k]\n")
    write(root, "refs.bib", "@book{k, title={Root}}")
    write(root, "two/refs.bib", "@book{k, title={Two}}")
    shelf.index()
    assert links(shelf, "one/a.md")["cite:k"][1] == "refs.bib#k"
    assert links(shelf, "two/c.md")["cite:k"][1] == "two/refs.bib#k"
    write(root, "one/deep/refs.bib", "@book{k, title={Deep}}")
    shelf.index(changed("notes", ["one/deep/refs.bib"]))
    assert links(shelf, "one/deep/b.md")["cite:k"][1] == "one/deep/refs.bib#k"
    assert links(shelf, "one/a.md")["cite:k"][1] == "one/deep/refs.bib#k"
    assert links(shelf, "two/c.md")["cite:k"][1] == "two/refs.bib#k"


SPHINX = {
    "index.rst": """Home
====

:ref:`setting-up`, :ref:`this way <Setting-Up>`, :term:`wheel`, :py:func:`wheels.turn`, :class:`~wheels.Wheel`,
:meth:`wheels.Wheel.stop`, :func:`open`, :ref:`not there <gone>`, :numref:`fig`.
""",
    "guide/setup.rst": """.. _setting-up:

Setting up the wheel
====================

Text.

.. _fig:

The words below.
""",
    "terms.rst": "Terms\n=====\n\n.. glossary::\n\n   Wheel\n      It turns.\n",
    "api.rst": """API
===

.. py:module:: wheels

Functions
---------

.. py:function:: turn(angle: int) -> None

   Turns.

.. class:: Wheel(size)

   .. method:: stop()

      See :func:`turn`.
""",
}


def test_labels_terms_and_objects_lead_across_files(shelf: Shelf, root: Path, write):
    for path, text in SPHINX.items():
        write(root, path, text)
    shelf.index()
    found = links(shelf, "index.rst")
    setup, functions = ("resolved", "guide/setup.rst#setting-up"), ("resolved", "api.rst#functions")
    assert found == {
        "label:setting-up": setup, "label:fig": setup, "label:gone": ("broken", ""),
        "term:wheel": ("resolved", "terms.rst#terms"), "object:wheels.turn": functions,
        "object:wheels.Wheel": functions, "object:wheels.Wheel.stop": functions, "object:open": ("unknown", ""),
    }  # fmt: skip
    assert broken(shelf) == ["label:gone"]
    page = shelf.library.page(PageRequest("notes/index.rst"), Scope()).html
    assert 'href="bookwheel://doc/notes/guide/setup.rst#setting-up">Setting up the wheel</a>' in page
    assert ">this way</a>" in page and "<code>open()</code>" in page and "object:" not in page


def test_labels_of_latex_asciidoc_and_org_lead_across_files(shelf: Shelf, root: Path, write):
    write(root, "main.tex", "\\section{Main}\nSee \\ref{sec:two} and \\eqref{eq:e}.\n")
    write(root, "two.tex", "\\section{Two}\\label{sec:two}\n\\begin{equation}\\label{eq:e}a\\end{equation}\n")
    write(root, "a.adoc", "= A\n\nSee <<place>>, xref:_the_end[end] and <<own>>.\n\n[[own]]\nHere.\n")
    write(root, "b.adoc", "= B\n\n[[place]]\n== Place\n\ntext\n\n== The end\n\ntext\n")
    write(root, "a.org", "* A\nSee [[id:123-abc][there]] and [[id:file-1]].\n")
    write(root, "b.org", ":PROPERTIES:\n:ID: file-1\n:END:\n\n* B\n** Deep\n:PROPERTIES:\n:ID: 123-abc\n:END:\ntext\n")
    shelf.index()
    assert links(shelf, "main.tex") == {
        "label:sec:two": ("resolved", "two.tex#sec:two"), "label:eq:e": ("resolved", "two.tex#sec:two"),
    }  # fmt: skip
    found = links(shelf, "a.adoc")
    assert found["label:place"] == ("resolved", "b.adoc#place")
    assert found["label:_the_end"] == ("resolved", "b.adoc#the-end")
    assert links(shelf, "a.org") == {
        "label:123-abc": ("resolved", "b.org#123-abc"), "label:file-1": ("resolved", "b.org"),
    }  # fmt: skip
    assert broken(shelf) == []


def mail(id: str, parents: str, subject: str) -> str:
    above = f"References: {parents}\nIn-Reply-To: {parents.split()[-1]}\n" if parents else ""
    return f"From: Ada <a@x.org>\nMessage-ID: {id}\n{above}Subject: {subject}\n\nHi.\n"


def test_messages_lead_to_those_they_answer(shelf: Shelf, root: Path, write):
    write(root, "one.eml", mail("<1@x>", "", "Start"))
    write(root, "three.eml", mail("<3@x>", "<1@x> <2@lost>", "Re: Start"))
    begin = "From a@x.org Mon Jan 1 10:00:00 2024\n"
    four, five = mail("<4@x>", "<1@x> <3@x>", "Re: Re"), mail("<5@x>", "<4@x>", "Re: Re: Re")
    write(root, "box.mbox", f"{begin}{four}\n{begin}{five}\n")
    shelf.index()
    assert links(shelf, "three.eml")["mid:2@lost;1@x"] == ("resolved", "one.eml#1-x")
    assert links(shelf, "box.mbox")["mid:3@x;1@x"] == ("resolved", "three.eml#3-x")
    load_graph(shelf)
    around = shelf.library.explore(ExploreRequest("notes/one.eml", relation="replyTo"), Scope())
    assert [(edge.source, edge.target) for edge in around.edges] == [("notes/three.eml", "notes/one.eml")]
    inside = shelf.library.explore(ExploreRequest("notes/box.mbox#4-x", relation="replyTo"), Scope())
    assert ("notes/box.mbox#5-x", "notes/box.mbox#4-x") in {(edge.source, edge.target) for edge in inside.edges}
    write(root, "two.eml", mail("<2@lost>", "<1@x>", "Re: Start"))
    shelf.index(changed("notes", ["two.eml"]))
    assert links(shelf, "three.eml")["mid:2@lost;1@x"] == ("resolved", "two.eml#2-lost")
    page = shelf.library.page(PageRequest("notes/two.eml"), Scope()).html
    assert '<a title="Start" href="bookwheel://doc/notes/one.eml#1-x">Start</a>' in page
    assert broken(shelf) == []


def test_entries_are_found_by_their_type(shelf: Shelf, root: Path, write):
    write(root, "refs.bib", BIB)
    write(root, "a.md", "# Programming\n\nLiterate programming.\n")
    shelf.index()
    hits = shelf.library.search(SearchRequest("literate type:reference"), Scope()).hits
    assert [hit.section for hit in hits] == ["notes/refs.bib#knuth84"]


def test_a_hidden_bibliography_leaves_no_trace(shelf: Shelf, root: Path, write):
    write(root, "refs.bib", BIB)
    write(root, "a.md", "---\ntags: [open]\n---\n\n# A\n\nSee [@knuth84], [@nobody] and doi:10.1093/comjnl/27.2.97.\n")
    shelf.index()
    assert broken(shelf) == ["cite:nobody"]
    narrow = Scope(filters=(Filter("tag", ("open",)),))
    assert broken(shelf, narrow) == []
    page = shelf.library.page(PageRequest("notes/a.md"), narrow).html
    assert "refs.bib" not in page and "Literate" not in page and 'href="https://doi.org/10.1093/comjnl/27.2.97"' in page


def test_edges_of_citations_have_evidence(shelf: Shelf, root: Path, write):
    write(root, "refs.bib", BIB)
    write(root, "a.md", "# A\n\ntext\n\nSee [@knuth84].\n")
    shelf.index()
    load_graph(shelf)
    answer = shelf.library.explore(ExploreRequest("notes/refs.bib"), Scope())
    edges = [edge for edge in answer.edges if edge.relation == "linksTo"]
    assert [(edge.source, edge.line, edge.text) for edge in edges] == [("notes/a.md", 5, "@knuth84")]
