"""The entrance: what a structured file states, by what it is."""

from __future__ import annotations

from collections.abc import Sequence

from bookwheel.domain.document import Document
from bookwheel.domain.mapping_rules import MappingRule
from bookwheel.domain.messages import Message
from bookwheel.parsing.things.gathering import Gathering
from bookwheel.parsing.things.structured import kubernetes, manifests, mapped_records, records
from bookwheel.parsing.things.structured.json_values import read_json, read_json_lines
from bookwheel.parsing.things.structured.mapped_records import Mapped
from bookwheel.parsing.things.structured.stating import MOST_ENTITIES, Stating
from bookwheel.parsing.things.structured.table_values import read_table
from bookwheel.parsing.things.structured.toml_values import read_toml
from bookwheel.parsing.things.structured.values import LARGEST, TooMuch, Unreadable, Value
from bookwheel.parsing.things.structured.xml_values import read_xml
from bookwheel.parsing.things.structured.yaml_values import read_yaml

FORMATS = ("json", "yaml", "toml", "xml", "csv")
"""Formats whose values are read."""


def gather(document: Document, found: Gathering, rules: Sequence[MappingRule] = ()) -> Sequence[Mapped]:
    """State the records, objects and projects of a structured file; nothing of one that is not valid.

    Where a person's rules name the file, they alone say what it holds; returned is what each of them made.
    """
    if not (document.format in FORMATS or manifests.is_manifest(document.path)):
        return ()
    if len(document.text) > LARGEST:
        most = f"{LARGEST // 1_000_000}"
        found.warn(Message("The file is larger than {most} MB, so the graph does not include its records.", most=most))
        return ()
    stating = Stating(document, found)
    made: list[Mapped] = []
    try:
        if rules:
            values = _values(document, stating)
            made += [mapped_records.state(rule, values, stating) for rule in rules]
        elif not manifests.gather(document, stating):
            _gather_records(document, stating)
    except TooMuch:
        found.warn(
            Message("The file has too many or too deeply nested values, so the graph does not include its records.")
        )
        return ()
    except Unreadable:
        return ()
    if stating.left_out:
        most, count = f"{MOST_ENTITIES:,}", f"{stating.left_out:,}"
        found.warn(
            Message(
                "The graph has the first {most} records of the file; {count} were left out.", most=most, count=count
            )
        )
    return made


def _gather_records(document: Document, stating: Stating) -> None:
    for value in _values(document, stating):
        if not kubernetes.is_object(value):
            records.state(value, stating)
        for one in kubernetes.objects_in(value):
            kubernetes.state(one, stating)


def _values(document: Document, stating: Stating) -> list[Value]:
    """The documents of a file.

    Raises:
        Unreadable: for a file that is not valid, or has too many values.
    """
    name = document.path.lower()
    if document.format == "yaml":
        return read_yaml(document.text)
    if document.format == "toml":
        return [read_toml(document.text)]
    if document.format == "xml":
        return [read_xml(document.text)]
    if document.format == "csv":
        table, more = read_table(document.text)
        stating.left_out += more
        return [table]
    if name.endswith((".jsonl", ".ndjson")):
        rows, more = read_json_lines(document.text, MOST_ENTITIES)
        stating.left_out += more
        return [Value(1, items=rows)]
    return [read_json(document.text, document.path)]
