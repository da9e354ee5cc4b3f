"""YAML: every document of a file by its keys, without building values or following aliases."""

from __future__ import annotations

from typing import Any, cast

import yaml

from bookwheel.domain.code_languages import Syntax
from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats.code.comments import gather
from bookwheel.parsing.formats.code.data_outline import (
    DEEPEST_NODE,
    NAMES,
    Contents,
    Node,
    Problem,
    add_field,
    broken,
    converted,
    is_sentence,
)
from bookwheel.parsing.formats.code.masks import mask
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.safe_yaml import refusal_of

LARGEST = 8_000_000
_LOCKS = frozenset(("pnpm-lock.yaml", "pubspec.lock", "conda-lock.yml"))
_Loader: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read(content: bytes, path: str) -> Converted:
    """The text with its keys as outline.

    Raises:
        SkippedFile: for binary files and lock files.
    """
    if path.rpartition("/")[2].lower() in _LOCKS:
        raise SkippedFile("This is a generated lock file.")
    decoded = decode(content)
    text, warnings = decoded.text, list(decoded.warnings)
    found = Contents()
    if len(text) > LARGEST:
        warnings.append(Message("The file is too large for an outline; it is cut into parts of equal length."))
        return converted(text, found, warnings)
    try:
        if reason := refusal_of(text):
            raise Problem(0, reason)
        _compose(text, found)
    except Problem as problem:
        warnings.append(broken(text, "YAML", problem))
    except yaml.MarkedYAMLError as error:
        warnings.append(_warning(text, error))
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        warnings.append(
            broken(text, "YAML", Problem(int(getattr(error, "position", 0)), "it has a sign that is not allowed"))
        )
    found.strings.extend(_comments(text))
    found.strings.sort(key=_offset)
    return converted(text, found, warnings)


def _offset(entry: tuple[int, str]) -> int:
    return entry[0]


def _comments(text: str) -> list[tuple[int, str]]:
    return [
        (comment.start, words)
        for comment in gather(text, mask(text, Syntax.MAKE).comments)
        for words in comment.words.split("\n")
        if is_sentence(words)
    ]


def _warning(text: str, error: yaml.MarkedYAMLError) -> Message:
    if "{{" in text:
        return Message("This is a YAML template; it is shown as plain text.")
    mark = error.problem_mark or error.context_mark
    at = _starts(text)[min(mark.line, text.count("\n"))] + mark.column if mark else 0
    return broken(text, "YAML", Problem(at, str(error.problem or error.context or "")))


def _starts(text: str) -> list[int]:
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts


def _compose(text: str, found: Contents) -> None:
    starts = _starts(text)
    loader = _Loader(text)
    documents: list[dict[str, object]] = []
    try:
        while loader.check_node():
            root = cast("yaml.Node", loader.get_node())
            top = Node("", _at(starts, root.start_mark), _at(starts, root.end_mark))
            found.tops.append(top)
            fields: dict[str, object] = {}
            documents.append(fields)
            _walk(root, top, starts, found, fields)
            if kind := str(fields.get("kind", "")):
                top.name = f"{kind} {fields.get('name', '')}".strip()
    finally:
        loader.dispose()
        if len(documents) == 1:
            found.fields.update(documents[0])


def _at(starts: list[int], mark: Any) -> int:
    return starts[min(int(mark.line), len(starts) - 1)] + int(mark.column)


def _walk(root: yaml.Node, top: Node, starts: list[int], found: Contents, fields: dict[str, object]) -> None:
    """Note the keys and the sentences below a node; an alias counts where it was defined alone."""
    visited: set[int] = set()
    pending: list[tuple[yaml.Node, Node, int, tuple[str, ...]]] = [(root, top, 0, ())]
    while pending:
        node, shown, depth, path = pending.pop()
        if isinstance(node, yaml.ScalarNode):
            value = str(node.value)
            if path and (len(path) == 1 or path in (("metadata", "name"), ("info", "title"), ("info", "description"))):
                add_field(fields, path[-1], value)
            if len(value) < 200_000 and is_sentence(value):
                found.strings.append((_at(starts, node.start_mark), value))
            continue
        if id(node) in visited:
            continue
        visited.add(id(node))
        below: list[tuple[yaml.Node, Node, int, tuple[str, ...]]] = []
        shown.is_list = isinstance(node, yaml.SequenceNode)
        for key, value in _pairs(node):
            start = key.start_mark if key is not None else value.start_mark
            name = str(key.value) if isinstance(key, yaml.ScalarNode) else ""
            child = Node(name, _at(starts, start), max(_at(starts, value.end_mark), _at(starts, start)))
            if key is not None:
                found.keys.append((child.at, name))
            if depth <= DEEPEST_NODE:
                shown.children.append(child)
            if name in NAMES and isinstance(value, yaml.ScalarNode):
                shown.call(name, str(value.value))
            below.append((value, child, depth + 1, (*path, name) if depth < 3 else path))
        pending.extend(reversed(below))


def _pairs(node: yaml.Node) -> list[tuple[yaml.Node | None, yaml.Node]]:
    if isinstance(node, yaml.MappingNode):
        return cast("list[tuple[yaml.Node | None, yaml.Node]]", node.value)
    if isinstance(node, yaml.SequenceNode):
        return [(None, value) for value in cast("list[yaml.Node]", node.value)]
    return []
