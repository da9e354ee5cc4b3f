"""Works of bibliographies are nodes, and what cites them has edges to them."""

from __future__ import annotations

import pytest

from bookwheel.indexes.ontology import OntologyReader
from tests.indexes.stated_rows import everything
from tests.library.conftest import Shelf, changed

BIB = """@article{knuth84,
  author = {Knuth, Donald E. and Ada Lovelace}, title = {Literate Programming}, year = 1984,
  doi = {10.1093/comjnl/27.2.97}
}
@misc{bert, author = {Devlin, Jacob}, title = {BERT}, eprint = {1810.04805}, archiveprefix = {arXiv}, year = 2018}
"""


def cites(shelf: Shelf) -> set[tuple[str, str, int]]:
    reader = OntologyReader.open(shelf.paths.ontology)
    assert reader is not None
    return {
        (row[0], row[2], row[3])
        for row in everything(reader).links
        if row[1] in ("cites", "author") or "work/" in str(row[2])
    }


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        ("a.md", "# A\n\nAs [@knuth84, p. 3] says.\n", 3),
        ("b.md", "# B\n\nAs @knuth84 says.\n", 3),
        ("c.tex", "\\section{C}\nSee \\citep[p.~3]{knuth84}.\n", 3),
        ("d.rst", "D\n=\n\nSee :cite:`knuth84`.\n", 3),
        ("h.rst", "H\n=\n\nSee :cite:p:`{see, too,}knuth84{p. 3},bert`.\n", 3),
        ("e.md", "# E\n\nSee {cite:p}`bert,knuth84` and more.\n", 3),
        ("f.md", "# F\n\nSee https://doi.org/10.1093/comjnl/27.2.97 there.\n", 3),
        ("g.md", "# G\n\nSee doi:10.1093/comjnl/27.2.97.\n", 3),
    ],
)
def test_every_way_to_cite_leads_to_one_work(shelf, write, path, text, line):
    root = shelf.add()
    write(root, "refs.bib", BIB)
    write(root, path, text)
    shelf.index()
    assert (f"notes/{path}#{path[0]}", "entity:work/knuth84", line) in cites(shelf)


def test_a_work_has_its_authors_and_numbers(shelf, write):
    root = shelf.add()
    write(root, "refs.bib", BIB)
    write(root, "a.md", "# A\n\nSee https://arxiv.org/abs/1810.04805v2.\n")
    write(root, "note.md", '---\ncitekey: "@bert"\n---\n# Reading\n\nWords.\n')
    shelf.index()
    assert {
        ("entity:work/knuth84", "person:donald e. knuth"),
        ("entity:work/knuth84", "person:ada lovelace"),
        ("entity:work/bert", "person:jacob devlin"),
        ("notes/refs.bib#knuth84", "entity:work/knuth84"),
        ("notes/a.md#a", "entity:work/bert"),
        ("notes/note.md", "entity:work/bert"),
    } <= {row[:2] for row in cites(shelf)}


def test_numbers_that_no_bibliography_lists_are_one_work(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\nSee https://doi.org/10.5555/ABC and [it](https://arxiv.org/pdf/1706.03762v5.pdf).\n")
    write(root, "b.md", "# B\n\nSee doi:10.5555/abc and arXiv:1706.03762.\n")
    write(root, "c.md", "# C\n\nMail me @somebody, or [@nokey].\n")
    shelf.index()
    assert {row[:2] for row in cites(shelf)} == {
        (f"notes/{name}.md#{name}", f"entity:work/{work}")
        for name in "ab"
        for work in ("doi:10.5555/abc", "arxiv:1706.03762")
    }


def test_citations_follow_the_bibliography(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\nSee https://doi.org/10.1093/comjnl/27.2.97 there.\n")
    shelf.index()
    assert ("notes/a.md#a", "entity:work/doi:10.1093/comjnl/27.2.97", 3) in cites(shelf)
    write(root, "refs.bib", BIB)
    shelf.index(changed("notes", ["refs.bib"]))
    assert {row[1] for row in cites(shelf) if row[0] == "notes/a.md#a"} == {"entity:work/knuth84"}
    write(root, "refs.bib", BIB.replace("knuth84", "dek"))
    shelf.index(changed("notes", ["refs.bib"]))
    assert {row[1] for row in cites(shelf) if row[0] == "notes/a.md#a"} == {"entity:work/dek"}
    (root / "refs.bib").unlink()
    shelf.index(changed("notes", ["refs.bib"]))
    assert {row[1] for row in cites(shelf)} == {"entity:work/doi:10.1093/comjnl/27.2.97"}


def test_what_front_matter_depends_on_is_a_thing_unless_it_is_a_document(shelf, write):
    root = shelf.add()
    write(root, "a.md", "---\ndepends-on: [redis, b, 'python >= 3.9', 'none', gone.md]\n---\n# A\n")
    write(root, "b.md", "# B\n")
    shelf.index()
    reader = OntologyReader.open(shelf.paths.ontology)
    assert reader is not None
    needed = {row[2] for row in everything(reader).links if row[1] == "dependsOn"}
    assert needed == {"entity:redis", "notes/b.md"}


def test_the_words_of_a_citation_are_its_key(shelf, write):
    root = shelf.add()
    write(root, "refs.bib", BIB)
    write(root, "a.md", "# A\n\nAs [@knuth84, p. 3] says.\n")
    shelf.index()
    reader = OntologyReader.open(shelf.paths.ontology)
    assert reader is not None
    assert [row[4] for row in everything(reader).links if row[1] == "cites"] == ["knuth84"]
