"""Rows of a document are taken if the program's own parser could have made them, and refused otherwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.document import Dialect
from bookwheel.domain.document_rows import DocumentRows
from bookwheel.domain.errors import PublicationRefused, SkippedFile
from bookwheel.indexes.catalogue import FileRow, rows_of
from bookwheel.indexes.ontology.iris import RELATIONS
from bookwheel.parsing.documents import parse
from bookwheel.publications.document_check import LAST_NS, check_document
from tests.formats.chapters import CHAPTERS
from tests.formats.samples import SAMPLES
from tests.publications.publishing import document

ROOTS = ("resources/sample", "resources/manual", "docs", "tests/sample", "app/bookwheel/domain")
TEXT = """---
title: Größe
tags: [one, two]
status: draft
supersedes: old.md
---

Before, JSON Web Token (JWT).

# Größe

See [the other](other.md#part) and ![a picture](picture.png).

## Part

`code` of ünïts.
"""
SOUND = document("guide/größe.md", TEXT)


def rows(content: bytes, path: str, dialect: Dialect = Dialect.GFM) -> DocumentRows:
    return rows_of(parse(content, path, dialect=dialect), FileRow(path, "", len(content), 1, "0" * 32))


def check_what_is_read(content: bytes, path: str, dialect: Dialect = Dialect.GFM) -> None:
    try:
        made = rows(content, path, dialect)
    except SkippedFile:
        return
    check_document(made)


@pytest.mark.parametrize("name", SAMPLES)
def test_documents_of_every_format_are_taken(name):
    content = SAMPLES[name](CHAPTERS)
    check_document(rows(content, name))
    check_what_is_read(content.replace(b"e", b""), name)
    check_what_is_read(content * 2, f"more/{name}.txt")


@pytest.mark.parametrize("root", ROOTS)
def test_documents_of_the_project_itself_are_taken(root):
    files = [path for path in sorted(Path(root).rglob("*")) if path.suffix in (".md", ".py", ".txt", ".json")]
    assert files
    for path in files:
        for dialect in (Dialect.GFM, Dialect.OBSIDIAN, Dialect.MKDOCS):
            check_document(rows(path.read_bytes(), path.as_posix(), dialect))


ODD = {
    "nothing": "",
    "lines": "\n\n\n",
    "long heading": f"# {'a' * 100_000}\n",
    "one word": "a" * 300_000,
    "equal headings": "# A\n# A\n# a\n## A-1\n# A-1\n#\n# \n",
    "letters of four bytes": "# 𝕏\n\n𝕏\n# Ä\n",
    "line ends": "# a\r\n\r\nb\r# c\r\n\x0c\x0b\x1c\u2028\u2029\x85b\n# d\n",
    "zeros": "# a\0b\n\0\n",
    "no spaces": f"# 你好世界\n\n{'汉字假名交じり文' * 50}\n",
    "labels": "---\nlang: zh Hans / ü !\ntype: '" + "t" * 500 + "'\n'" + "long key " * 40 + "': v\n---\nx",
    "reserved fields": "---\npath: a\nlevel: b\ncollection: c\nPATH: d\nLang: de\nafter: q\nCATEGORIES: z\n---\nx",
    "large header": "---\na: &x '" + "z," * 50_000 + "'\nb: [" + ",".join(["*x"] * 30) + "]\n---\n",
    "deep header": "---\na: " + "[" * 30 + "]" * 30 + "\n---\n",
    "numbers": "+++\nx = inf\ny = nan\nz = 99999999999999999999999999\n+++\n",
    "numbers of JSON": '{"a": 1e999, "b": NaN, "c": 1' + "0" * 400 + "}\n\nx",
    "weeks": "---\ndate: 2024-W05-1\n---\n",
    "a moment": "---\ndate: 2024-01-02 03:04:05.678 +0530\n---\n",
    "a moment in short": "---\ndate: 20240101T101010.5Z\n---\n",
    "many links": "".join(f"[{number}](a{number}.md) " for number in range(2000)),
    "entities": "# &nGt; &fjlig;\n\n" + "&nGt;" * 3000,
    "relations": "---\nrelated: [a.md, '[[b]]']\n---\nrequires:: [[c]]\nsuperseded-by:: [[d]]\n",
}  # fmt: skip


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_documents_of_odd_texts_are_taken(text):
    for suffix in ("md", "txt", "rst", "html", "org", "adoc", "py", "json", "csv", "yaml", "tex", "mediawiki"):
        check_what_is_read(text.encode(), f"odd.{suffix}")
    for dialect in (Dialect.OBSIDIAN, Dialect.MKDOCS):
        check_document(rows(text.encode(), "odd.md", dialect))


@pytest.mark.parametrize(
    "field",
    ["related", "see-also", "supersedes", "replaced-by", "requires", "references", "author", "owner", "reviewers"],
)
def test_documents_with_any_relation_of_front_matter_are_taken(field):
    check_document(rows(f"---\n{field}: [a.md, '[[b]]', Ada Lovelace]\n---\n# x\n".encode(), "a.md"))


_MARKUP = (
    "# ", "\n", "\n\n", "## a\n", "---\n", "a: b\n", "```\n", "[x](y.md)", "[[z#q|w]]", "$x$", "| a | b |\n|-|-|\n",
    "- [ ] t\n", "<div>", "![p](p.png)", ":: ", "^id\n", "\r\n", "ä", "&amp;", "\\", "> ", "JSON Web Token (JWT) ",
)  # fmt: skip


@given(st.lists(st.text() | st.sampled_from(_MARKUP), max_size=30).map("".join), st.sampled_from(list(Dialect)))
def test_documents_of_any_text_are_taken(text, dialect):
    check_what_is_read(text.encode("utf-8", "replace"), "any.md", dialect)


def test_every_relation_that_may_be_stated_is_one_of_the_graph():
    for relation in ("mentions", "dependsOn", "author", "keyMatch", "cites"):
        assert relation in RELATIONS
        check_document(with_statement(relation=relation))


def refusal(changed: DocumentRows) -> str:
    with pytest.raises(PublicationRefused) as refused:
        check_document(changed)
    return str(refused.value)


def with_section(at: int = 1, **changes: object) -> DocumentRows:
    names = (
        "anchor", "level", "parts", "title", "above", "first_line", "last_line", "start", "end", "words", "text_hash",
        "prose", "code",
    )  # fmt: skip
    sections = list(SOUND.sections)
    values = dict(zip(names, sections[at], strict=True)) | changes
    sections[at] = tuple(values.values())  # type: ignore[call-overload]
    return replace(SOUND, sections=tuple(sections))


def with_link(**changes: object) -> DocumentRows:
    values = {
        "section": 0, "kind": "markdown", "target": "x.md", "fragment": "", "text": "x", "line": 1, "relation": "",
        "asset": "",
    } | changes  # fmt: skip
    return replace(SOUND, links=(tuple(values.values()),))  # type: ignore[arg-type]


def with_statement(**changes: object) -> DocumentRows:
    values = {
        "section": 0, "source": "", "relation": "mentions", "target": "term:jwt", "line": 1, "words": "", "count": 1,
    } | changes  # fmt: skip
    return replace(SOUND, statements=(tuple(values.values()),))  # type: ignore[arg-type]


def with_thing(*changes: dict[str, object]) -> DocumentRows:
    thing = {"id": "term:jwt", "label": "JWT", "aliases": "[]", "properties": "[]"}
    return replace(SOUND, things=tuple(tuple((thing | change).values()) for change in changes))  # type: ignore[arg-type]


def with_places(*places: object) -> DocumentRows:
    return replace(SOUND, places=msgspec.msgpack.encode(list(places)))


PART = next(section for section in SOUND.sections if section[0] == "part")
INSIDE = SOUND.text.encode().index("ß".encode()) + 1
HOSTILE: dict[str, Callable[[], DocumentRows]] = {
    "no sections": lambda: replace(SOUND, sections=()),
    "section beyond the text": lambda: with_section(-1, end=10**6),
    "section before the text": lambda: with_section(0, start=-1),
    "section that ends before it begins": lambda: with_section(-1, end=PART[7] - 1),
    "sections in another order": lambda: replace(SOUND, sections=SOUND.sections[::-1]),
    "section inside of another": lambda: with_section(-1, start=SOUND.sections[-2][7]),
    "section that begins inside of a letter": lambda: with_section(0, start=INSIDE),
    "equal anchors": lambda: with_section(-1, anchor=SOUND.sections[0][0]),
    "no anchor": lambda: with_section(anchor=""),
    "huge anchor": lambda: with_section(anchor="a" * 10_000),
    "level 7": lambda: with_section(level=7),
    "negative level": lambda: with_section(level=-1),
    "line 0": lambda: with_section(first_line=0),
    "line beyond the text": lambda: with_section(-1, last_line=1000),
    "lines the other way": lambda: with_section(-1, last_line=1),
    "more words than letters": lambda: with_section(words=10**6),
    "negative words": lambda: with_section(words=-1),
    "unknown parts": lambda: with_section(parts=256),
    "huge number": lambda: with_section(parts=2**64 - 1),
    "prose out of nowhere": lambda: with_section(prose="x" * 10_000),
    "no text hash": lambda: with_section(text_hash="zz"),
    "heading path that is no JSON": lambda: with_section(above="["),
    "heading path of numbers": lambda: with_section(above="[1]"),
    "link of a section that there is not": lambda: with_link(section=99),
    "link of a negative section": lambda: with_link(section=-1),
    "unknown kind of link": lambda: with_link(kind="iframe"),
    "relation that ends the statement": lambda: with_link(relation="linksTo <urn:x> . <urn:y> <urn:z"),
    "relation of persons' own links": lambda: with_link(relation="manual"),
    "link of a huge line": lambda: with_link(line=2**63),
    "asset outside": lambda: with_link(asset="../../etc/passwd"),
    "statement of another document": lambda: with_statement(source="other/secret.md"),
    "statement of a collection": lambda: with_statement(source="collection:other"),
    "statement of an agent": lambda: with_statement(source="agent:claude"),
    "statement about another document": lambda: with_statement(target="other/secret.md"),
    "statement about nothing": lambda: with_statement(target=""),
    "statement that writes more": lambda: with_statement(relation="mentions <urn:x> . <urn:y> b:mentions"),
    "statement of the program": lambda: with_statement(relation="inCollection"),
    "statement of no section": lambda: with_statement(section=99),
    "statement of a negative section": lambda: with_statement(section=-1),
    "statement never made": lambda: with_statement(count=0),
    "statement too often": lambda: with_statement(count=2**31),
    "statement of a negative line": lambda: with_statement(line=-1),
    "too many statements": lambda: replace(SOUND, statements=with_statement().statements * 50_001),
    "thing that is a document": lambda: with_thing({"id": "other/secret.md"}),
    "thing that is a collection": lambda: with_thing({"id": "collection:other"}),
    "thing without a label": lambda: with_thing({"label": ""}),
    "thing with a huge label": lambda: with_thing({"label": "x" * 251}),
    "thing twice": lambda: with_thing({}, {"label": "other"}),
    "thing with torn aliases": lambda: with_thing({"aliases": '["a"'}),
    "thing with properties of another form": lambda: with_thing({"properties": '[["a"]]'}),
    "too many things": lambda: with_thing(*({"id": f"term:{n}"} for n in range(20_001))),
    "collection of others": lambda: replace(SOUND, facets=(("collection", "other"),)),
    "collection in capitals": lambda: replace(SOUND, facets=(("Collection", "other"),)),
    "facet of a path": lambda: replace(SOUND, facets=(("path", "other"),)),
    "facet without a name": lambda: replace(SOUND, facets=(("", "x"),)),
    "facet without a value": lambda: replace(SOUND, facets=(("x", ""),)),
    "facet of a huge value": lambda: replace(SOUND, facets=(("x", "y" * 201),)),
    "too many facets": lambda: replace(SOUND, facets=tuple(("x", str(n)) for n in range(501))),
    "unknown kind of name": lambda: replace(SOUND, names=(("a", "owner", ""),)),
    "name of an anchor that there is not": lambda: replace(SOUND, names=(("a", "heading", "nowhere"),)),
    "two paths": lambda: replace(SOUND, names=(("a", "path", ""), ("b", "path", ""))),
    "name twice": lambda: replace(SOUND, names=(("a", "alias", ""), ("a", "alias", "part"))),
    "tags that are no JSON": lambda: replace(SOUND, tags="one"),
    "tags of numbers": lambda: replace(SOUND, tags="[1]"),
    "aliases that are an object": lambda: replace(SOUND, aliases="{}"),
    "keywords of half a letter": lambda: replace(SOUND, keywords='["\\ud800"]'),
    "header that is a list": lambda: replace(SOUND, header_json="[1]"),
    "torn header": lambda: replace(SOUND, header_json='{"a":'),
    "deep header": lambda: replace(SOUND, header_json='{"a":' + "[" * 65 + "]" * 65 + "}"),
    "very deep header": lambda: replace(SOUND, header_json='{"a":' + "[" * 100_000 + "]" * 100_000 + "}"),
    "header of half a letter": lambda: replace(SOUND, header_json='{"a":"\\uD800"}'),
    "header of a huge number": lambda: replace(SOUND, header_json='{"a":' + "9" * 5000 + "}"),
    "header of too many values": lambda: replace(SOUND, header_json='{"a":[' + "[]," * 2_000_001 + "[]]}"),
    "date that is none": lambda: replace(SOUND, date="2024-13-45"),
    "date in words": lambda: replace(SOUND, date="yesterday"),
    "date of other digits": lambda: replace(SOUND, date="٢٠٢٤-٠١-٠١"),
    "date with more": lambda: replace(SOUND, date="2024-01-01\n"),
    "time before there was one": lambda: replace(SOUND, modified_ns=-1),
    "time beyond the calendar": lambda: replace(SOUND, modified_ns=LAST_NS + 1),
    "negative size": lambda: replace(SOUND, size_bytes=-1),
    "huge size": lambda: replace(SOUND, size_bytes=2**63),
    "negative count": lambda: replace(SOUND, words=-1),
    "more words than letters in all": lambda: replace(SOUND, words=10**6),
    "unknown dialect": lambda: replace(SOUND, dialect="latin"),
    "format with markup": lambda: replace(SOUND, format="<b>"),
    "language with a line end": lambda: replace(SOUND, language="en\n"),
    "short hash": lambda: replace(SOUND, hash="abc"),
    "half a letter": lambda: replace(SOUND, text="\ud800"),
    "text of other sections": lambda: replace(SOUND, text=""),
    "path outside": lambda: replace(SOUND, path="../x.md"),
    "torn places": lambda: replace(SOUND, places=b"\x91"),
    "places that are none": lambda: replace(SOUND, places=b"\xc1"),
    "unknown kind of place": lambda: with_places((1, "shelf", 1, 1, "", None, False)),
    "place beyond the text": lambda: with_places((1000, "page", 1, 1, "", None, False)),
    "places in another order": lambda: with_places(
        (3, "page", 1, 1, "", None, False), (1, "page", 2, 2, "", None, False)
    ),
    "place of a huge number": lambda: with_places((1, "page", 2**60, 1, "", None, False)),
    "place of a negative number": lambda: with_places((1, "page", -1, 1, "", None, False)),
    "box without an end": lambda: with_places((1, "page", 1, 1, "", (0.0, 0.0, float("inf"), 1.0), False)),
}  # fmt: skip


def test_what_the_attacks_change_is_sound_before():
    for sound in (SOUND, with_section(), with_link(), with_statement(), with_thing({}), with_places()):
        check_document(sound)
    check_document(with_places((1, "page", 1, 2, "iv", (0.0, 0.0, 9.5, 1.0), False), (1, "line", 0, 0, "", None, True)))


@pytest.mark.parametrize("name", HOSTILE)
def test_rows_that_no_document_has_are_refused(name):
    assert refusal(HOSTILE[name]())


_VALUES = st.one_of(
    st.text(max_size=5), st.integers(-(2**70), 2**70), st.sampled_from(["[", "[]", "{}", "\ud800", "a\0"])
)
_KINDS = {field.name: type(getattr(SOUND, field.name)) for field in fields(SOUND)}


@given(st.dictionaries(st.sampled_from(sorted(_KINDS)), _VALUES, max_size=4), st.binary(max_size=30))
def test_any_changes_are_taken_or_refused_but_nothing_else(changes, places):
    fitting = {name: value for name, value in changes.items() if isinstance(value, _KINDS[name])}
    try:
        check_document(replace(SOUND, **fitting))
        check_document(replace(SOUND, places=places))
    except PublicationRefused:
        pass
