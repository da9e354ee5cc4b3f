"""A source file as definitions within each other, with what it imports and calls; the same for every language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

MOST_DEFINITIONS = 5_000
"""Definitions of one file; what follows is left out."""

_LONGEST_NAME = 200
_LONGEST_SIGNATURE = 250
_LONGEST_REFERENCE = 160


@dataclass(slots=True, eq=False)
class Scope:
    """A definition, or the file itself; `start` is an offset of bytes, lines count from 1.

    `bases` are the types that it inherits from, as they are written; `own` is the name of the instance in a method,
    `is_elsewhere` says that only members of it stand in this file,
    `is_local` that other files do not see it.
    """

    name: str
    kind: str
    start: int
    line: int
    parent: Scope | None = None
    signature: str = ""
    path: str = ""
    key: str = ""
    own: str = ""
    is_elsewhere: bool = False
    is_local: bool = False
    members: dict[str, Scope] = field(default_factory=dict["str", "Scope"])
    bases: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])

    @property
    def is_type(self) -> bool:
        """Whether methods belong to it."""
        return self.kind in TYPES


ANONYMOUS = "anonymous"
"""The kind of what has no name: nothing in it is a definition."""

TYPES = frozenset(("class", "struct", "interface", "trait", "enum", "type", "union", "record"))
"""Kinds of definitions that may have methods."""


@dataclass(frozen=True, slots=True)
class Import:
    """A module or a name that a file imports, by its key, on a line."""

    key: str
    label: str
    line: int
    is_module: bool = True


@dataclass(frozen=True, slots=True)
class Call:
    """A call as it is written, such as `self.run`, within a definition."""

    caller: Scope
    text: str
    line: int


@dataclass(slots=True)
class CodeFile:
    """All that was read in a file.

    `mark` stands between the key of a module and a name in it, `separator` between names within each other. `bindings`
    lead from names in the file to keys of what they were imported from, `renamed` from names of the module to those by
    which others import them. `shadows` are variables with the definition in which they hide such a name; a file that
    `is_open` imports names without saying which.
    """

    language: str
    module: Scope
    separator: str
    mark: str
    imports: dict[str, Import] = field(default_factory=dict[str, Import])
    bindings: dict[str, str] = field(default_factory=dict[str, str])
    definitions: list[Scope] = field(default_factory=list[Scope])
    calls: list[Call] = field(default_factory=list[Call])
    shadows: set[tuple[Scope, str]] = field(default_factory=set["tuple[Scope, str]"])
    is_open: bool = False
    renamed: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def shared(self) -> str:
        """What keys begin with of names that no file of the collection has to itself."""
        return self.module.key.removesuffix(self.module.name).rstrip("/")

    def join(self, key: str, name: str) -> str:
        """The key of a name within what has a key."""
        return f"{key}{self.separator if self.mark in key else self.mark}{name}"

    def add_import(self, key: str, label: str, line: int, *, is_module: bool = True) -> None:
        """Note what is imported, once."""
        if key and len(key) <= _LONGEST_NAME:
            self.imports.setdefault(key, Import(key, label, line, is_module))


class Walk:
    """Captures in the order of the text, with the definition that each stands in."""

    def __init__(self, source: bytes, file: CodeFile) -> None:
        """Begin at the top of a file."""
        self.source = source
        self.file = file
        self._open = [(file.module, len(source) + 1)]

    def steps(self, captures: Mapping[str, list[Node]]) -> Iterator[tuple[str, Node]]:
        """Every capture with its name, outer ones first; `current` is the definition around it."""
        order = sorted(
            [(node.start_byte, -node.end_byte, name, node) for name, nodes in captures.items() for node in nodes],
            key=_by_place,
        )
        for start, _, name, node in order:
            while self._open[-1][1] <= start and len(self._open) > 1:
                self._open.pop()
            yield name, node

    @property
    def current(self) -> Scope:
        """The innermost definition that is open."""
        return self._open[-1][0]

    def text(self, node: Node | None) -> str:
        """The text of a node; empty for none."""
        return "" if node is None else self.source[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def define(
        self, name: str, kind: str, node: Node, *, parent: Scope | None = None, is_open: bool = True
    ) -> Scope | None:
        """Open a definition; the same name in the same place goes on with the first; None for one too many.

        One that is not open has nothing in it.
        """
        parent = parent or self.current
        if not name or len(name) > _LONGEST_NAME or parent.kind == ANONYMOUS:
            return None
        scope = parent.members.get(name)
        if scope is None:
            if len(self.file.definitions) >= MOST_DEFINITIONS:
                return None
            line = node.start_point[0] + 1
            scope = Scope(name, kind, node.start_byte, line, parent, self._signature(node))
            parent.members[name] = scope
            self.file.definitions.append(scope)
        elif scope.kind in ("constant", "type"):  # a type may be called as a value is, or as the structure that it is
            scope.kind = kind
        if is_open:
            self._open.append((scope, node.end_byte))
        return scope

    def reopen(self, scope: Scope, node: Node) -> None:
        """Go on with a definition in another place, as an `impl` does."""
        self._open.append((scope, node.end_byte))

    def _signature(self, node: Node) -> str:
        body = node.child_by_field_name("body")
        end = min(node.end_byte if body is None else body.start_byte, node.start_byte + 2 * _LONGEST_SIGNATURE)
        text = self.source[node.start_byte : end].decode("utf-8", "replace")
        return " ".join(text.split()).rstrip(" {:=")[:_LONGEST_SIGNATURE]

    def call(self, node: Node | None) -> None:
        """Note a call of what a node names; not of one that is no plain name."""
        if node is not None and node.end_byte - node.start_byte <= _LONGEST_REFERENCE:
            self.file.calls.append(Call(self.current, self.text(node), node.start_point[0] + 1))

    def call_text(self, text: str, line: int) -> None:
        """Note a call as it is written."""
        if len(text) <= _LONGEST_REFERENCE:
            self.file.calls.append(Call(self.current, text, line))


def _by_place(entry: tuple[int, int, str, Node]) -> tuple[int, int, bool]:
    """Outer nodes first; a constant last of what is captured twice, as it may be a function."""
    return entry[0], entry[1], entry[2] == "constant"
