"""Archives: documents by their paths, links and pictures inside, and archives that mean harm."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import PlaceKind, place_at
from bookwheel.parsing.documents import parse, picture_in
from tests.parsing.formats.changes import never_fails, zipped

GUIDE = """---
title: Guide
---
Setext
======

See [the notes](../notes.md#part), [b](b.md "B"), [web](https://x.org), [gone](gone.md) and ![plan](plan.png).[^1]

```
[as it is](b.md)
# no heading
```

[^1]: A note.
"""
FILES: dict[str, str | bytes] = {
    "docs/guide.md": GUIDE,
    "docs/b.md": "# B\n\n## Spokes\n\nEight.[^1]\n\n[^1]: Another note.\n\n```\nopen",
    "docs/plan.png": b"\x89PNG picture",
    "notes.md": "# Notes\n\nRim.\n",
    "table.csv": "part,count\nspoke,8\n",
    "plain.txt": "# not a heading\n*stars*\n",
    "page.html": "<html><body><h1>Page</h1><p>Hub</p></body></html>",
    ".env": "TOKEN=1",
    "id_rsa": "secret",
    "node_modules/x/readme.md": "# Not ours",
    "tool.py": "print('off')",
    "movie.mp4": b"\x00\x01",
}


def tarred(files: dict[str, str | bytes], mode: str = "w") -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=mode) as packed:  # pyright: ignore[reportCallIssue, reportArgumentType]
        for name, part in files.items():
            content = part.encode() if isinstance(part, str) else part
            head = tarfile.TarInfo(name)
            head.size = len(content)
            packed.addfile(head, io.BytesIO(content))
        link = tarfile.TarInfo("passwords.txt")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        packed.addfile(link)
    return file.getvalue()


def titles(content: bytes, name: str = "a.zip") -> list[str]:
    return [section.title for section in parse(content, name).sections]


def test_documents_are_sections_by_their_paths() -> None:
    document = parse(zipped(FILES), "pack/wheel.zip")
    assert document.title == "wheel" and document.format == "archive"
    tops = [section.title for section in document.sections if section.level == 1]
    assert tops == ["docs/b.md", "docs/guide.md", "notes.md", "page.html", "plain.txt", "table.csv"]
    by_title = {section.title: section for section in document.sections}
    assert by_title["Setext"].heading_path == ("docs/guide.md",) and by_title["Setext"].level == 2
    assert by_title["Spokes"].heading_path == ("docs/b.md", "B")
    assert "no heading" not in by_title and "not a heading" not in by_title
    assert "*stars*" in by_title["plain.txt"].prose
    assert [str(warning.values["count"]) for warning in document.warnings] == ["3"]


def test_a_place_is_the_path_inside() -> None:
    document = parse(zipped(FILES), "wheel.zip")
    eight = next(section for section in document.sections if section.title == "Spokes")
    place = place_at(document.places, (eight.start_line, eight.end_line - 1))
    assert place is not None and place.kind is PlaceKind.FILE and place.words == "docs/b.md"


def test_links_and_notes_stay_inside() -> None:
    document = parse(zipped(FILES), "wheel.zip")
    fragments = {link.fragment for link in document.links}
    targets = [link.target for link in document.links]
    assert {"file-notes.md", "file-docs-b.md"} <= fragments and "https://x.org" in targets
    anchors = {section.anchor for section in document.sections}
    assert {"file-notes.md", "file-docs-b.md"} <= anchors
    assert not any("gone" in target for target in targets)
    assert "gone and ![plan](<inner:docs/plan.png>)" in document.text
    assert "[as it is](b.md)" in document.text
    assert document.text.count("[^1-1]: ") == 1 and document.text.count("[^2-1]: ") == 1


def test_each_file_keeps_the_addresses_of_its_labels() -> None:
    labels = "[x]: https://one.org (T)\n[p]: plan.png\n[`c`]: notes.md\n"
    one = f"[Rim][x], ![plan][p] and [x].\n\n[a\nb][x] [`c`][] `[x]`\n\n{labels}"
    files = {"docs/1.md": one, "docs/2.md": "[Hub][x] and [x]\n\n[x]: ../docs/1.md\n", "docs/plan.png": b"x"}
    made = parse(zipped({**files, "notes.md": "# N\n\nNo [x] here.\n"}), "a.zip")
    text = made.text
    assert '[Rim](https://one.org "T"), ![plan](<inner:docs/plan.png>) and [x](https://one.org "T").' in text
    assert '[a\nb](https://one.org "T")' in text and "`[x]`" in text
    assert "[Hub](#file-docs-1.md) and [x](#file-docs-1.md)" in text and "No [x] here." in text
    assert {link.target for link in made.links if link.target} == {"https://one.org", "inner:docs/plan.png"}


def test_names_in_an_archive_lead_to_their_sections() -> None:
    rst = ".. _spokes:\n\nSpokes\n======\n\nEight.\n"
    made = parse(zipped({"a.rst": rst, "b.bib": "@book{k, title={K}}"}), "a.zip")
    titles = {(name.kind, name.name): made.sections[name.section].title for name in made.names}
    assert titles == {("label", "spokes"): "Spokes", ("cite", "k"): "K"}


def test_a_heading_of_many_lines_is_lowered_too() -> None:
    document = parse(zipped({"a.md": "One\n two\n===\n\nx\n\nLow\n---\n\ny\n"}), "a.zip")
    assert [(each.level, each.title) for each in document.sections] == [(1, "a.md"), (2, "One two"), (3, "Low")]


def test_pictures_come_from_the_archive_and_files_in_it() -> None:
    book = zipped(
        {
            "FictionBook.fb2": '<FictionBook xmlns:l="x"><body><section><p>a <image l:href="#p"/></p></section></body>'
            '<binary id="p" content-type="image/png">aGVsbG8=</binary></FictionBook>'
        }
    )
    whole = zipped({**FILES, "in/b.fb2.zip": book})
    assert picture_in(whole, "archive", "docs/plan.png") == b"\x89PNG picture"
    assert picture_in(whole, "archive", "in/b.fb2.zip!/p") == b"hello"
    assert "inner:in/b.fb2.zip!/p" in parse(whole, "a.zip").text
    with pytest.raises(SkippedFile):
        picture_in(whole, "archive", "docs/none.png")


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (tarred(FILES), "a.tar"),
        (tarred(FILES, "w:gz"), "a.tar.gz"),
        (tarred(FILES, "w:bz2"), "a.tbz2"),
        (tarred(FILES, "w:xz"), "a.txz"),
    ],
)
def test_tar_archives_are_read_and_links_in_them_are_not(content: bytes, name: str) -> None:
    document = parse(content, name)
    assert document.title == "a" and "Spokes" in [section.title for section in document.sections]
    assert "passwords.txt" not in document.text


@pytest.mark.parametrize(("packed", "suffix"), [(gzip.compress, "gz"), (bz2.compress, "bz2"), (lzma.compress, "xz")])
def test_a_compressed_file_is_read_as_what_it_is_called(packed: object, suffix: str) -> None:
    assert callable(packed)
    assert "Rim" in titles(packed(b"# Rim\n\nWords\n"), f"rim.md.{suffix}")
    with pytest.raises(SkippedFile):
        parse(packed(b"\x00\x01"), f"film.mp4.{suffix}")


def test_an_archive_in_an_archive_is_read_but_no_deeper() -> None:
    third = zipped({"deep.md": "# Too deep"})
    second = zipped({"in.md": "# Inside\n\n[out](x.md) ![p](p.png)\n", "p.png": b"png", "third.zip": third})
    whole = zipped({"second.zip": second, "a.md": "# A"})
    found = titles(whole)
    assert "second.zip/in.md" in found and "Inside" in found and "Too deep" not in found
    text = parse(whole, "a.zip").text
    name = text.partition("(<inner:")[2].partition(">")[0]
    assert picture_in(whole, "archive", name) == b"png"


def test_a_document_that_is_called_zip_is_read_as_itself() -> None:
    epub = zipped({"mimetype": "application/epub+zip", "META-INF/container.xml": "<container/>"})
    with pytest.raises(SkippedFile) as refused:
        parse(epub, "book.zip")
    assert "archive" not in str(refused.value)


def test_names_lead_nowhere() -> None:
    names = ("../../etc/x.md", "/abs.md", "C:\\d\\y.md", "a/./b.md", "é\n[x](y).md")
    found = titles(zipped({name: f"# T{number}" for number, name in enumerate(names)}))
    assert {"etc/x.md", "abs.md", "C:/d/y.md", "a/b.md"} <= set(found) and "T4" in found


def test_harmful_archives_are_refused_or_cut() -> None:
    bomb = zipped({"a.md": "# A\n", "bomb.txt": b"a" * 50_000_000})
    document = parse(bomb, "a.zip")
    assert "A" in [section.title for section in document.sections] and len(document.text) < 1_000
    assert [str(warning.values["count"]) for warning in document.warnings] == ["1"]
    empty = zipped({})
    photos = zipped({"a.jpg": b"\xff\xd8"})
    locked = bytearray(zipped({"a.md": "# A"}))
    central = locked.index(b"PK\x01\x02")
    locked[6] |= 1
    locked[central + 8] |= 1
    for content in (empty, photos, bytes(locked), b"", b"PK\x03\x04", b"\x1f\x8b", b"no archive"):
        with pytest.raises(SkippedFile):
            parse(content, "a.zip")
    with pytest.raises(SkippedFile):
        parse(gzip.compress(bytes(301_000_000), 9), "a.md.gz")


def test_many_documents_are_cut_and_said() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        for number in range(2_100):
            packed.writestr(f"{number:04}.md", "Words")
    document = parse(file.getvalue(), "a.zip")
    assert len(document.places) == 2_000 and document.warnings[0].values["count"] == "100"


def test_changed_archives_never_fail() -> None:
    never_fails(zipped(FILES), "a.zip", 60)
    never_fails(tarred(FILES), "a.tar", 60)
    never_fails(tarred(FILES, "w:gz"), "a.tgz", 60)
