"""What SPARQL reads for a narrow scope: the statements of a library in which there is nothing but what it shows."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pyoxigraph as ox
import pytest

from bookwheel.domain.annotations.manual_links import LinkEnd, ManualLink
from bookwheel.domain.errors import BadRequest, NotReady
from bookwheel.domain.graph import QueryRequest
from bookwheel.domain.indexing import Command, Verb
from bookwheel.domain.search import EVERYTHING, Filter, Scope
from bookwheel.indexes.ontology import part_store
from bookwheel.library.graph.visible_statements import visible_part
from tests.library.conftest import Shelf
from tests.library.graph.test_shapes import FILES
from tests.library.history.test_history_reader import git

SHOWN = {
    **FILES,
    "links.md": "# Links\n\nSee [plan](vault/plan.md), [[plan]], [page](page.md#below), [none](x.md) and Qumbra.\n",
    "deploy.yaml": (
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - name: app\n"
        "    envFrom:\n    - secretRef: {name: keys}\n"
    ),
}
HIDDEN = {
    "vault/plan.md": (
        "---\nprivate: true\ntags: [hush, wood/ash/secret]\nauthor: Nemo\nname: Nemo\ncompany: Acme\nteam: Depths\n"
        "aliases: [Qumbra]\ncategory: furniture/old/hidden\nrelated: [../page.md]\n---\n# Plan\n\n"
        "Quiet undersea memos (QUM) of Ada Lovelace. See [page](../page.md) and [[links]].\n\nSpindle\n: A secret.\n"
    ),
    "vault/more.md": "---\nprivate: true\n---\n# Page\n\nQUM and SSE, by [plan](plan.md).\n",
    "vault/secret.py": "import wheel\n\n\nclass Cog(wheel.Wheel):\n    pass\n",
}
SCOPES = {
    "folder": Scope(filters=(Filter("path", ("vault/",), True),)),
    "private": Scope(filters=(Filter("private", ("true",), True), Filter("path", ("vault/secret.py",), True))),
    "collection": Scope(("notes",)),
}
WORDS = ('plan.md"', "hush", "nemo", "depths", "secret.py", "spindle", "undersea", "cog", "hidden", "vault/more")


def _index(shelf: Shelf, *links: ManualLink) -> Shelf:
    shelf.index(Command(Verb.LINK, links=links), Command(Verb.SCAN), reads_history=True)
    shelf.library.graphs.refresh()
    shelf.library.graphs.wait()
    return shelf


def _filled(folder: Path, write: Callable[[Path, str, str], Path], hidden: str) -> Shelf:
    shelf = Shelf(folder)
    root = shelf.add("notes", formats=("code=on", "json=on", "yaml=on", "rdf=on"))
    for path, text in SHOWN.items():
        write(root, path, text)
    links = [_by_hand("l1", "notes/page.md", "tag:wood")]
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Begin")
    if hidden == "collection":
        other = shelf.add("secret", formats=("code=on",))
        for path, text in HIDDEN.items():
            write(other, path.removeprefix("vault/"), text.replace("../page.md", "../notes/page.md"))
        links.append(_by_hand("l2", "notes/page.md", "secret/plan.md"))
    elif hidden:
        for path, text in HIDDEN.items():
            write(root, path, text)
        links.append(_by_hand("l2", "notes/vault/plan.md", "notes/page.md"))
    return _index(shelf, *links)


def _by_hand(id: str, source: str, target: str) -> ManualLink:
    ends = (LinkEnd(source, source), LinkEnd(target, target))
    return ManualLink(id, "", "", "", ends[0], "is of", ends[1], "a note", "2026-03-01T10:00:00Z")


def _part(shelf: Shelf, scope: Scope) -> str:
    snapshot, graph = shelf.library.looked(scope)
    assert snapshot is not None
    assert graph is not None
    return visible_part(graph, snapshot, shelf.paths.ontology).text()


def _quads(text: str) -> set[str]:
    """Statements, without times and the key of a repository's place."""
    text = re.sub(r"\b[0-9a-f]{12}\b", "x", text)
    return {str(quad) for quad in ox.parse(input=text, format=ox.RdfFormat.TRIG) if "#modified>" not in str(quad)}


def _written(root: Path, path: str, text: str) -> Path:
    (root / path).write_text(text, encoding="utf-8")
    return root / path


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The statements of a library with nothing else in it."""
    shelf = _filled(tmp_path_factory.mktemp("bare"), _written, "")
    quads = _quads(_part(shelf, Scope(("notes",))))
    shelf.close()
    return quads


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Those of one beside which something is hidden that has nothing to do with it."""
    shelf = _filled(tmp_path_factory.mktemp("beside"), _written, "")
    _written(shelf.add("other"), "other.md", "Nothing.\n")
    quads = _quads(_part(_index(shelf, _by_hand("l1", "notes/page.md", "tag:wood")), Scope(("notes",))))
    shelf.close()
    return quads


@pytest.mark.skipif(shutil.which("git") is None, reason="makes repositories with git")
@pytest.mark.parametrize("name", SCOPES)
def test_a_narrow_scope_reads_what_a_library_without_the_rest_says(
    tmp_path: Path, write: Callable[[Path, str, str], Path], bare: set[str], beside: set[str], name: str
):
    shelf = _filled(tmp_path, write, name)
    text = _part(shelf, SCOPES[name])
    shelf.close()
    found = _quads(text)
    assert found - bare == set()
    assert beside - found == set()
    assert len(found) > 200
    assert not [word for word in WORDS if word in text.lower()]


def test_what_a_scope_shows_whole_is_stated_as_in_the_whole_store(
    tmp_path: Path, write: Callable[[Path, str, str], Path]
):
    shelf = _filled(tmp_path, write, "")
    whole = part_store.open_newest(shelf.paths.ontology)
    assert whole is not None
    left_out = ("#count>", "modified", "urn:bookwheel:link:", "urn:bookwheel:ontology#revision")
    said = {str(quad.triple) for quad in whole[0] if str(quad.graph_name.value).startswith("urn:bookwheel:doc:")}
    narrow = {str(quad.triple) for quad in ox.parse(input=_part(shelf, Scope(("notes",))), format=ox.RdfFormat.TRIG)}
    shelf.close()
    missing = {one for one in said - narrow if not any(part in one for part in left_out)}
    ends = {one.split()[2] for one in missing if "#keyMatch>" in one}
    assert len(ends) == len(missing) == 2  # what no document names is no node
    assert not [
        one for one in said if any(f"{end} <http://www.w3.org/2000/01/rdf-schema#label>" in one for end in ends)
    ]


def test_a_part_that_is_too_large_is_refused(
    shelf: Shelf, write: Callable[[Path, str, str], Path], monkeypatch: pytest.MonkeyPatch
):
    write(shelf.add("notes"), "a.md", "# A\n\n## B\n\n## C\n")
    _index(shelf)
    monkeypatch.setattr(part_store, "MOST_STATEMENTS", 10)
    with pytest.raises(BadRequest, match="your part has more"):
        _part(shelf, Scope(("notes",)))


def test_a_narrow_scope_waits_for_the_graph(shelf: Shelf, write: Callable[[Path, str, str], Path]):
    write(shelf.add("notes"), "a.md", "# A\n")
    shelf.index()
    with pytest.raises(NotReady):
        shelf.library.query(QueryRequest("ASK { }"), Scope(("notes",)))
    assert shelf.library.sees_everything(EVERYTHING)
