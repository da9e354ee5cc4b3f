"""What a documentation describes by directives (functions, classes, modules), and how roles name it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from docutils import nodes

OBJECT_ROLES = frozenset({
    "any", "attr", "class", "cls", "confval", "const", "data", "deco", "djadmin", "enum", "envvar", "exc", "func",
    "lookup", "macro", "member", "meth", "mod", "module", "obj", "property", "prop", "setting", "struct", "tfilter",
    "ttag", "type", "union",
})  # fmt: skip
"""Roles that name something described elsewhere, without their domains."""

_CLASSES = frozenset({"class", "exception", "struct", "union", "enum", "interface", "namespace"})
_UNNAMED = frozenset({"option", "cmdoption", "describe", "object", "opcode"})
_CODE_NAME = re.compile(r"[\w.:\-]*\w")
_END = re.compile(r"[(\[=]|:(?!:)|->")
_LONGEST = 300


@dataclass(slots=True)
class Scope:
    """The module and the classes in which a place of a documentation stands."""

    module: str = ""
    classes: list[str] = field(default_factory=list[str])

    def enter(self, node: nodes.Element) -> None:
        """Note the start of a description; a module's holds for the rest of the file."""
        if node.get("is_module"):
            self.module = "".join(cast("Sequence[str]", node["signatures"])[:1])
            return
        names = object_names(node)
        self.classes.append(self._in_class(names[0]) if names and _kind_of(node) in _CLASSES else "")

    def leave(self, node: nodes.Element) -> None:
        """Note the end of a description."""
        if not node.get("is_module"):
            self.classes.pop()

    def full_name(self, name: str) -> str:
        """The name of something that is described here, with its class and its module."""
        name = self._in_class(name)
        return f"{self.module}.{name}" if self.module and not name.startswith(f"{self.module}.") else name

    @property
    def _class(self) -> str:
        return next((name for name in reversed(self.classes) if name), "")

    def _in_class(self, name: str) -> str:
        above = self._class
        return f"{above}.{name}" if above and not name.startswith(f"{above}.") else name

    def candidates(self, target: str) -> Iterator[str]:
        """The names that a role may mean here, likeliest first, as Sphinx looks them up."""
        name = target.lstrip("~.").removesuffix("()").strip()
        above = self._class
        yield name
        if above:
            yield f"{above}.{name}"
        if self.module:
            yield f"{self.module}.{name}"
            if above:
                yield f"{self.module}.{above}.{name}"


def object_names(node: nodes.Element) -> list[str]:
    """The names in the signatures of a description, without its module and class."""
    if _kind_of(node) in _UNNAMED or not node.get("described"):
        return []
    found: list[str] = []
    for signature in cast("Sequence[str]", node["signatures"]):
        head = _END.split(signature[:_LONGEST], maxsplit=1)[0].split()
        match = _CODE_NAME.match(head[-1].lstrip("*&@$")) if head else None
        if match:
            found.append(match[0])
    return found


def is_within_module(node: nodes.Element) -> bool:
    """Whether a description's full name begins with its module: Python's do, but for those of modules."""
    return not node.get("is_module") and (":" not in str(node["described"]) or str(node["described"])[:3] == "py:")


def object_id(name: str) -> str:
    """The id of the place that describes something."""
    return f"object-{name}"


def _kind_of(node: nodes.Element) -> str:
    return str(node.get("described", "")).rpartition(":")[2]
