"""What Python's syntax defines, imports and calls."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import TYPE_CHECKING

from bookwheel.parsing.things.code.home import CodeHome
from bookwheel.parsing.things.code.resolution import Rules
from bookwheel.parsing.things.code.scopes import CodeFile, Scope, Walk

if TYPE_CHECKING:
    from tree_sitter import Node

QUERY = """
(class_definition) @class
(function_definition) @function
(import_statement) @import
(import_from_statement) @from
(future_import_statement) @future
(call function: [(identifier) (attribute)] @call)
(module (expression_statement (assignment left: (identifier) @constant)))
"""
_ROOTS = ("src", "lib", "app", "python", "source")
_BUILT_IN = frozenset(dir(builtins))


def file_of(path: str, home: CodeHome) -> CodeFile:
    """An empty file, called by its module."""
    parts = home.inner(path).rpartition(".")[0].split("/")
    if not home.is_known and len(parts) > 1 and parts[0] in _ROOTS:
        parts = parts[1:]
    if parts[-1] == "__init__" and len(parts) > 1:
        parts = parts[:-1]
    name = ".".join(parts)
    return CodeFile("python", Scope(name, "module", 0, 1, key=f"python/{name}"), ".", ".")


def read(walk: Walk, captures: Mapping[str, list[Node]], path: str) -> None:
    """Fill the walk's file."""
    is_package = path.rpartition("/")[2].startswith("__init__.")
    for name, node in walk.steps(captures):
        match name:
            case "call":
                walk.call(node)
            case "class":
                scope = walk.define(walk.text(node.child_by_field_name("name")), "class", node)
                if scope is not None:
                    scope.bases.extend(_bases(walk, node.child_by_field_name("superclasses")))
            case "function":
                kind = "method" if walk.current.is_type else "function"
                walk.define(walk.text(node.child_by_field_name("name")), kind, node)
            case "constant":
                text = walk.text(node)
                if text.isupper() and text not in walk.current.members:
                    walk.define(text, "constant", node)
            case "import":
                _import(walk, node)
            case "from" | "future":
                _from(walk, node, is_package)
            case _:
                pass


def _bases(walk: Walk, arguments: Node | None) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    for node in arguments.named_children if arguments is not None else ():
        inner = node.child_by_field_name("value") if node.type == "subscript" else node
        if inner is not None and inner.type in ("identifier", "attribute"):
            found.append((walk.text(inner), node.start_point[0] + 1))
    return found


def _import(walk: Walk, node: Node) -> None:
    for one in node.children_by_field_name("name"):
        alias = walk.text(one.child_by_field_name("alias"))
        name = _dotted(walk, one.child_by_field_name("name") if one.type == "aliased_import" else one)
        walk.file.add_import(f"python/{name}", name, one.start_point[0] + 1)
        first = name.partition(".")[0]
        walk.file.bindings.setdefault(alias or first, f"python/{name if alias else first}")


def _from(walk: Walk, node: Node, is_package: bool) -> None:
    origin = node.child_by_field_name("module_name")
    module = "__future__" if origin is None else _dotted(walk, origin)
    if module.startswith("."):
        module = _absolute(walk.file.module.name, module, is_package)
    if not module:
        return
    line = node.start_point[0] + 1
    walk.file.add_import(f"python/{module}", module, line)
    for one in node.children_by_field_name("name"):
        alias = walk.text(one.child_by_field_name("alias"))
        name = _dotted(walk, one.child_by_field_name("name") if one.type == "aliased_import" else one)
        walk.file.add_import(f"python/{module}.{name}", name, one.start_point[0] + 1, is_module=False)
        walk.file.bindings.setdefault(alias or name, f"python/{module}.{name}")


def _dotted(walk: Walk, node: Node | None) -> str:
    return "".join(walk.text(node).split())


def _absolute(own: str, module: str, is_package: bool) -> str:
    """A relative module's whole name; empty where it leads above the top."""
    rest = module.lstrip(".")
    parts = own.split(".")
    up = len(module) - len(rest) - is_package
    if up >= len(parts) + (not rest):
        return rest
    return ".".join([*parts[: len(parts) - up], *([rest] if rest else [])])


def _elsewhere(file: CodeFile, _scope: Scope, name: str, is_type: bool) -> str:
    """A base that is no import: built in, or a value of the module."""
    if not is_type:
        return ""
    return f"python/builtins.{name}" if name in _BUILT_IN else f"{file.module.key}.{name}"


RULES = Rules(frozenset(("self", "cls")), has_bare_members=False, fallback=_elsewhere)
