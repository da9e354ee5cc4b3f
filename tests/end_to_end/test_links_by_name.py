"""Citations, labels and messages from the command line, with real processes."""

from __future__ import annotations

import json
from pathlib import Path

from bookwheel.client.connection import Client
from bookwheel.domain.graph import ExploreRequest
from tests.end_to_end.conftest import Verb
from tests.waiting import until

FILES = {
    "refs.bib": "@article{knuth84,\n  title = {Literate Programming},\n  doi = {10.1093/comjnl/27.2.97}\n}\n",
    "paper.md": "# Paper\n\nAs [@knuth84, p. 3] says.\n\n[Read it](https://doi.org/10.1093/comjnl/27.2.97), @nobody.\n",
    "paper.tex": "\\section{Parts}\\label{sec:parts}\nSee \\citep[p.~3]{knuth84}.\n",
    "other.tex": "\\section{Other}\nSee \\ref{sec:parts}.\n",
    "index.rst": "Home\n====\n\nSee :ref:`set-up` and :cite:`knuth84`.\n",
    "setup.rst": ".. _set-up:\n\nSetting up\n==========\n\nWords.\n",
    "notes.org": "* Notes\nSee [cite:@knuth84].\n",
    "one.eml": "From: a@x.org\nMessage-ID: <1@x>\nSubject: Start\n\nHi.\n",
    "two.eml": "From: b@x.org\nMessage-ID: <2@x>\nIn-Reply-To: <1@x>\nSubject: Re: Start\n\nHo.\n",
}


def _edges(verb: Verb, node: str) -> set[tuple[str, str, str, str]]:
    """Edges with where they are written, as the answer for other programs has it."""
    shown = json.loads(verb("explore", node, "--json").stdout)
    return {
        (edge["source"], edge["relation"], edge["target"], edge.get("place") or f"line {edge.get('line', 0)}")
        for edge in shown["edges"]
    }


def test_links_by_name_are_edges_and_the_entry_is_read(client: Client, verb: Verb, tmp_path: Path):
    folder = tmp_path / "notes"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    assert verb("add", str(folder), "--wait", "keyword").returncode == 0
    until(lambda: len(client.explore(ExploreRequest("notes/refs.bib")).edges) > 4)
    entry = {edge for edge in _edges(verb, "notes/refs.bib#knuth84") if edge[1] == "linksTo"}
    assert {(source.partition("#")[0], line) for source, _, target, line in entry if target.endswith("#knuth84")} == {
        ("notes/paper.md", "line 3"), ("notes/paper.md", "line 5"), ("notes/paper.tex", "line 2 of the file"),
        ("notes/index.rst", "line 4 of the file"), ("notes/notes.org", "line 2 of the file"),
    }  # fmt: skip
    assert ("notes/index.rst", "linksTo", "notes/setup.rst", "line 4 of the file") in _edges(verb, "notes/setup.rst")
    assert ("notes/other.tex", "linksTo", "notes/paper.tex", "line 2 of the file") in _edges(verb, "notes/paper.tex")
    answers = {edge for edge in _edges(verb, "notes/one.eml") if edge[1] == "replyTo"}
    assert {edge[:3] for edge in answers} == {("notes/two.eml", "replyTo", "notes/one.eml")}
    shown = verb("explore", "notes/paper.md").stdout
    assert "Literate Programming" in shown or "notes/refs.bib" in shown
    assert verb("read", "notes/refs.bib#knuth84").stdout.startswith("## Literate Programming {#knuth84}\n")
    assert [
        hit["section"] for hit in json.loads(verb("search", "literate type:reference", "--json").stdout)["hits"]
    ] == ["notes/refs.bib#knuth84"]
