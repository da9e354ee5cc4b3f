"""JSON, YAML, TOML, XML and INI: keys as outline, sentences as prose, and where a file is broken."""

from __future__ import annotations

import random
import time
from types import ModuleType

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.documents import parse
from bookwheel.parsing.formats.code import ini_code, json_code, toml_code, xml_code, yaml_code

JSON = """{
  "name": "thing",
  "description": "A thing that does much.",
  "scripts": {
    "test": "run"
  },
  "license": "MIT"
}
"""
YAML = """apiVersion: v1
kind: Service
metadata:
  name: front
---
# The part that people see first.
kind: Deployment
metadata: {name: front}
"""
TOML = """# Settings of the project.
[project]
name = "thing"
description = "A thing that does much."

[tool.x]
list = [1, 2]
[[tool.x.rows]]
"""
XML = """<?xml version="1.0"?>
<rss><channel><title>News of the day</title>
<item><title>First story</title>
<description>It was a long and sunny day.</description></item>
<item>
<title>Second story</title></item>
</channel></rss>
"""
INI = "; What it is for, in words.\n[server]\nport = 80\n[client]\nhelp = Write the name of the host here.\n"
READERS = ((json_code, JSON, "a.json"), (yaml_code, YAML, "a.yaml"), (toml_code, TOML, "a.toml")) + (
    (xml_code, XML, "a.xml"),
    (ini_code, INI, "a.ini"),
)


def outline(reader: ModuleType, text: str, name: str) -> list[tuple[int, int, str]]:
    pieces = reader.read(text.encode(), name).reading.pieces
    return [(piece.line + 1, piece.level, piece.title) for piece in pieces if piece.level]


@pytest.mark.parametrize(
    ("reader", "text", "name", "expected"),
    [
        (json_code, JSON, "package.json", [(4, 1, "scripts"), (7, 1, "license")]),
        (yaml_code, YAML, "a.yaml", [(1, 1, "Service front"), (7, 1, "Deployment front")]),
        (toml_code, TOML, "a.toml", [(1, 1, "project"), (6, 1, "tool.x"), (8, 2, "tool.x.rows 1")]),
        (ini_code, INI, "a.ini", [(1, 1, "server"), (4, 1, "client")]),
    ],
)
def test_keys_are_the_outline(reader: ModuleType, text: str, name: str, expected: list[tuple[int, int, str]]) -> None:
    assert outline(reader, text, name) == expected


def test_a_manifest_says_what_it_is() -> None:
    assert json_code.read(JSON.encode(), "package.json").fields["name"] == "thing"
    assert toml_code.read(TOML.encode(), "a.toml").fields == {"name": "thing", "description": "A thing that does much."}


def test_sentences_and_keys_are_prose_and_the_source_is_code() -> None:
    for reader, text, name in READERS:
        document = parse(text.encode(), name, format=reader.__name__.rpartition(".")[2].removesuffix("_code"))
        assert any("That is" in section.prose or " " in section.prose for section in document.sections), name
        assert "".join(section.code for section in document.sections)
        assert not document.warnings


def test_long_lists_are_grouped_by_rows() -> None:
    text = "[\n" + ",\n".join("[1]" for _ in range(450)) + "\n]"
    assert [title for _, _, title in outline(json_code, text, "a.json")] == [
        "rows 1–200",
        "rows 201–400",
        "rows 401–450",
    ]
    rows = '{"text": "It is a long story."}\n' * 300
    assert [title for _, _, title in outline(json_code, rows, "a.jsonl")] == ["rows 1–200", "rows 201–300"]


@pytest.mark.parametrize(
    ("reader", "text", "name", "place"),
    [
        (json_code, '{"a": 1,\n "b" 2}', "a.json", (2, 6)),
        (json_code, "[" * 100_000, "a.json", (1, 501)),
        (json_code, "[1,]", "a.json", (1, 4)),
        (json_code, '{"a": 1} x', "a.json", (1, 10)),
        (json_code, "", "a.json", (1, 1)),
        (yaml_code, "a: 1\nb: [1\nc: 2\n", "a.yaml", (3, 2)),
        (toml_code, "a = 1\nb = \n", "a.toml", (2, 5)),
        (xml_code, "<a>\n<b></a>", "a.xml", (2, 6)),
    ],
)
def test_a_broken_file_is_shown_with_the_place_where_it_breaks(
    reader: ModuleType, text: str, name: str, place: tuple[int, int]
) -> None:
    made = reader.read(text.encode(), name)
    assert made.text == text
    (warning,) = made.warnings
    assert f"line {place[0]}, column {place[1]}" in str(warning)


def test_comments_are_read_where_the_name_allows_them() -> None:
    text = "{\n // why\n \"a\": [1,], b: 'x',\n}"
    assert json_code.read(text.encode(), "a.json").warnings
    assert not json_code.read(text.encode(), "a.json5").warnings
    assert not json_code.read(text.encode(), "tsconfig.json").warnings


def test_lock_files_and_templates_are_named() -> None:
    with pytest.raises(SkippedFile, match="lock file"):
        json_code.read(b"{}", "package-lock.json")
    made = yaml_code.read(b"{{- if .Values.x }}\na: {{ .b }}\n", "a.yaml")
    assert "template" in str(made.warnings[0])


def test_bombs_stay_small() -> None:
    aliases = "a: &a [x, x]\n" + "\n".join(f"b{n}: &b{n} [*{'a' if not n else f'b{n - 1}'}, *a]" for n in range(40))
    assert not yaml_code.read(aliases.encode(), "a.yaml").warnings
    entities = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><a>&c;</a>'
    assert "entity" in str(xml_code.read(entities.encode(), "a.xml").warnings[0])
    deep = ((yaml_code, "[" * 20_000), (toml_code, "a = " + "[" * 20_000), (xml_code, "<a>" * 20_000))
    for reader, text in (*deep, (yaml_code, "- " * 20_000)):
        assert reader.read(text.encode(), "a").warnings


def test_any_damage_gives_a_text_or_a_reason() -> None:
    dice = random.Random(2)
    for reader, text, name in READERS:
        for _ in range(60):
            raw = bytearray(text.encode())
            for _ in range(3):
                raw[dice.randrange(len(raw))] = dice.randrange(256)
            try:
                assert reader.read(bytes(raw[: dice.randrange(1, len(raw))]), name).reading
            except SkippedFile as skipped:
                assert str(skipped)


@pytest.mark.parametrize("text", ['x = "' + '\\"' * 50_000, '\\"' * 100_000, "x = '" + "a\\" * 50_000])
def test_strings_of_toml_that_never_end_are_read_within_time(text: str) -> None:
    before = time.process_time()
    parse(text.encode(), "a.toml")
    assert time.process_time() - before < 2
