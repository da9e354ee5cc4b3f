"""BibTeX, RIS and CSL-JSON become sections by work, cited by line."""

from __future__ import annotations

import json
import re

import pytest

from bookwheel.domain.document import Dialect
from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import place_at
from bookwheel.parsing.formats.records import bibliography
from bookwheel.parsing.formats.records.tex_words import plain
from bookwheel.parsing.markdown import reader

BIB = r"""% a remark
@string{jgg = "Journal of G" # " and G"}
@comment{left out {x}}
@Article{goedel1931,
  author = {G{\"o}del, Kurt and Erd{\H o}s, Paul and {The Big Corp and Co} and van der Berg, Jr., Jan and others},
  title  = "{\"U}ber S{\"a}tze with $x_1^2$ \& {\ss}",
  journal = jgg, year = 1931, month = feb, volume = 38, number = 1,
  pages = {173--198}, doi = {10.1007/BF01700692},
  keywords = {logic, proof; theorems}, url = {https://x.org/a\_b},
  abstract = {First line
     second *line* of \emph{this}.},
  file = {Full:files/1/a b.pdf:application/pdf}
}
@book(knuth, title = {The Art}, publisher = {AW}, editor={Don Knuth}, year=1968)
@inproceedings{in1, title={Chapter}, crossref={knuth}, author={A. B}}
@misc{broken, title = {Unbalanced {brace}, year = 2000
}
@misc{after, title={Fine}, eprint={2404.12272}, archivePrefix={arXiv}}
"""


def test_entries_become_sections() -> None:
    made = bibliography.read(BIB.encode(), "a.bib")
    assert made.text.startswith(
        "## Über Sätze with $x_1^2$ & ß {#goedel1931}\n\n"
        "Kurt Gödel, Paul Erdős, The Big Corp and Co, Jan van der Berg, Jr., et al. (1931-02). "
        "*Journal of G and G*, 38(1), 173–198.\n\n"
        "[doi:10.1007/BF01700692](https://doi.org/10.1007/BF01700692) · <https://x.org/a_b>"
        " · [a b.pdf](<files/1/a b.pdf>)\n\n"
        "First line second \\*line\\* of this.\n\n**Keywords:** logic, proof, theorems\n\n"
        "**Key:** `goedel1931` (article)\n\n## The Art {#knuth}\n\nDon Knuth (ed.) (1968). AW.\n"
    )
    assert "A. B (1968). *The Art*. edited by Don Knuth. AW." in made.text
    assert "[arXiv:2404.12272](https://arxiv.org/abs/2404.12272)" in made.text
    assert made.fields == {"type": "reference", "keywords": ["logic", "proof", "theorems"]}
    assert made.warnings == ["1 entries are damaged; they were read as far as possible."]


def test_each_section_is_cited_by_the_lines_of_its_entry() -> None:
    made = bibliography.read(BIB.encode(), "a.bib")
    pieces = reader.read(made.text, Dialect.CONVERTED).pieces
    assert [piece.anchor for piece in pieces] == ["goedel1931", "knuth", "in1", "broken", "after"]
    lines = BIB.split("\n")
    for piece, after in zip(pieces, [*pieces[1:], None], strict=True):
        cited = place_at(made.places, (piece.line + 1, after.line if after else made.text.count("\n")))
        assert cited is not None
        source = plain("\n".join(lines[cited.first - 1 : cited.last])).lower()
        assert piece.anchor in source and set(re.findall(r"\w{4,}", piece.title.lower())) <= set(
            re.findall(r"\w+", source)
        )


@pytest.mark.parametrize(
    ("tex", "words"),
    [
        (r"\'{e}\`a\^{\i}\~n\c{c}\v{s}\k a\r{a}", "éàîñçšąå"),
        (r"{\'E}cole {\AA}ngstr{\"{o}}m \o{} \L{}\'od\'z", "École Ångström ø Łódź"),
        (r"a~b -- c --- d ``q'' 5\% \{x\} a\_b \textbf{bold} \LaTeX", "a b – c — d “q” 5% {x} a_b bold LaTeX"),
        (r"\url{http://x.org/~a}", "http://x.org/ a"),
        (r"$\alpha_{1}$ and \$5", r"$\alpha_{1}$ and $5"),
        (r"\href{http://x.org}{site} \unknown{word}", "site (http://x.org) word"),
    ],
)
def test_tex_becomes_words(tex: str, words: str) -> None:
    assert plain(tex) == words


def test_ris() -> None:
    source = (
        "TY  - JOUR\nAU  - Lovelace, Ada\nAU  - Babbage, C.\nTI  - Notes on\n the engine\n"
        "PY  - 1843/10//\nT2  - Memoirs\n"
        "VL  - 3\nIS  - 2\nSP  - 666\nEP  - 731\nDO  - 10.1000/xyz\nUR  - https://x.org\nKW  - engines\nKW  - notes\n"
        "AB  - About it.\nN1  - Mine\nID  - ada\nER  - \n\nTY  - BOOK\nT1  - Second\nER  -\n"
    )
    made = bibliography.read(source.encode(), "a.ris")
    assert made.text == (
        "## Notes on the engine {#ada}\n\nAda Lovelace, C. Babbage (1843-10). *Memoirs*, 3(2), 666–731.\n\n"
        "[doi:10.1000/xyz](https://doi.org/10.1000/xyz) · <https://x.org>\n\nAbout it.\n\n"
        "**Keywords:** engines, notes\n\n"
        "**Note:** Mine\n\n**Key:** `ada` (jour)\n\n## Second\n"
    )
    assert [(place.number, place.last) for place in made.places] == [(1, 19), (21, 23)]


def test_csl() -> None:
    work = {
        "id": "ada", "type": "article-journal", "title": "On <i>engines</i>", "issued": {"date-parts": [[1843, 10]]},
        "author": [{"family": "Lovelace", "given": "Ada"}, {"literal": "The Society"}], "container-title": "Memoirs",
        "volume": 3, "page": "1-2", "DOI": "https://doi.org/10.1000/xyz", "URL": "https://x.org",
    }  # fmt: skip
    content = json.dumps([{"id": 7, "title": "First"}, work], indent=1).encode()
    made = bibliography.read(content, "a.csljson")
    assert "## On engines {#ada}\n\nAda Lovelace, The Society (1843-10). *Memoirs*, 3, 1–2." in made.text
    assert [(place.number, place.last) for place in made.places] == [(2, 5), (6, 32)]


def test_unbalanced_braces_take_time_in_proportion() -> None:
    content = b"".join(b"@article{k%d, title = {Open {brace %d,\n year = 2000}\n" % (at, at) for at in range(5_000))
    made = bibliography.read(content, "a.bib")
    assert made.text.count("\n## ") == 4_999
    for flood in (
        b"{" * 200_000,
        b"@a{b," * 50_000,
        b"@string{a=" * 50_000,
        b'@a{b, c = "' * 20_000,
        b"x = " * 100_000,
    ):
        try:
            bibliography.read(b"@a{b, title={T}}\n@a{k, x = {" + flood, "a.bib")
        except SkippedFile:
            continue


def test_a_string_that_doubles_itself_stays_small() -> None:
    doubling = "".join("@string{a = a # a # a # a}\n" for _ in range(200))
    made = bibliography.read(f'@string{{a = "xxxx"}}\n{doubling}@misc{{k, title = a}}'.encode(), "a.bib")
    assert len(made.text) < 100_000


def test_other_files_are_refused() -> None:
    for name in ("a.bib", "a.ris", "a.csljson"):
        with pytest.raises(SkippedFile):
            bibliography.read(b"{}", name)
