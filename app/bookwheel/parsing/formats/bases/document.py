"""Reads bases (`.base`): a heading for each view, and below it a block with what the view asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any, cast

import yaml

from bookwheel.domain.messages import Message
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer, code_block, escaped, heading, one_line
from bookwheel.parsing.safe_yaml import BoundedLoader, reason_of, refusal_of

LARGEST = 100_000
"""Characters of a base that is read, and of one of its views with what holds for all of them."""
MOST_VIEWS, LARGEST_TEXT = 50, 500_000
"""Views of a base that are read, and characters of all of them."""
_Dumper: type[Any] = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
_KINDS = {"table": "Table", "cards": "Cards", "list": "List", "kanban": "Kanban", "map": "Map"}


def read(content: bytes, path: str) -> Converted:
    """A base as Markdown whose code blocks are answered when its page is shown; places are the lines of its views.

    A file that is no base is its own text, with a warning.

    Raises:
        SkippedFile: for a binary file.
    """
    decoded = decode(content)
    text, fields = decoded.text, {"title": PurePosixPath(path).name.rpartition(".")[0]}
    if len(text) > LARGEST:
        warning = Message("This base is too long, so only its first {count} characters are read.", count=f"{LARGEST:,}")
        return Converted(code_block(text[:LARGEST], "yaml"), {**fields}, warnings=[*decoded.warnings, warning])
    try:
        if refusal := refusal_of(text):
            return _as_text(text, fields, [*decoded.warnings, _no_base(refusal)])
        base = _table(yaml.load(text, Loader=BoundedLoader) or {})
        views = cast("object", (base or {}).get("views")) or [cast("object", {})]
        if base is None or not isinstance(views, list):
            return _as_text(text, fields, [*decoded.warnings, _no_base("there are no views in it")])
        shown = _of_views(base, cast("list[object]", views), text, fields)
        return replace(shown, warnings=[*decoded.warnings, *shown.warnings])
    except (yaml.YAMLError, ValueError, TypeError, RecursionError, OverflowError, AttributeError) as error:
        return _as_text(text, fields, [*decoded.warnings, _no_base(reason_of(error))])


def _no_base(reason: str) -> Message:
    return Message("This file is not a valid base ({reason}).", reason=reason)


def _as_text(text: str, fields: Mapping[str, object], warnings: list[Message]) -> Converted:
    return Converted(code_block(text, "base"), {**fields}, warnings=warnings)


def _of_views(base: Mapping[object, object], views: list[object], text: str, fields: Mapping[str, object]) -> Converted:
    """Each view below its name, with the filters, formulas and properties of the base, so that it stands by itself."""
    writer, lines = Writer(), _lines_of(text)
    shared = {name: value for name, value in base.items() if name != "views" and value}
    warnings: list[Message] = []
    for number, view in enumerate(views):
        if number >= MOST_VIEWS or len(writer.text) > LARGEST_TEXT:
            warnings.append(Message("Only the first {count} views were read.", count=number))
            break
        table = _table(view) or {}
        kind = str(table.get("type") or "table")
        name = one_line(str(table.get("name") or "")) or _KINDS.get(kind, kind)
        own: object = {key: value for key, value in table.items() if key != "name"} if table else view
        written = yaml.dump({**shared, "views": [own]}, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=1000)
        if number < len(lines):
            writer.at(PlaceKind.LINE, *lines[number])
        writer.add(heading(2, escaped(name[:200])))
        writer.add(code_block(written[:LARGEST], "base"))
    return Converted(writer.text, {**fields}, writer.places, warnings)


def _table(value: object) -> dict[object, object] | None:
    return cast("dict[object, object]", value) if isinstance(value, dict) else None


def _lines_of(text: str) -> list[tuple[int, int]]:
    """The first and the last line of each view in the file, from 1."""
    root = cast(Any, yaml).compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    for key, value in root.value if isinstance(root, yaml.MappingNode) else ():
        if key.value == "views" and isinstance(value, yaml.SequenceNode):
            return [_span(view) for view in cast("list[Any]", value.value)]
    return []


def _span(node: Any) -> tuple[int, int]:
    first = int(node.start_mark.line) + 1
    # What stands in brackets ends within a line, anything else before what follows.
    return first, max(first, int(node.end_mark.line) + bool(getattr(node, "flow_style", False)))
