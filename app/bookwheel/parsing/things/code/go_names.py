"""What Go defines, imports and calls."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from bookwheel.parsing.things.code.home import CodeHome
from bookwheel.parsing.things.code.resolution import Rules
from bookwheel.parsing.things.code.scopes import CodeFile, Scope, Walk

if TYPE_CHECKING:
    from tree_sitter import Node

QUERY = """
(package_clause (package_identifier) @package)
(function_declaration) @function
(method_declaration) @method
(type_declaration (type_spec) @type)
(type_declaration (type_alias) @type)
(type_spec type: (interface_type (method_elem) @member))
(source_file (const_declaration (const_spec name: (identifier) @constant)))
(import_spec) @import
(short_var_declaration left: (expression_list (identifier) @variable))
(parameter_declaration name: (identifier) @variable)
(call_expression function: [(identifier) (selector_expression)] @call)
"""
_VERSION = re.compile(r"v\d+\Z")
_RECEIVER = re.compile(r"\(\s*(?:(\w+)\s+)?\*?\s*(\w+)")
_BUILT_IN = frozenset((
    "append", "cap", "clear", "close", "complex", "copy", "delete", "imag", "len", "make", "max", "min", "new",
    "panic", "print", "println", "real", "recover", "bool", "byte", "complex64", "complex128", "error", "float32",
    "float64", "int", "int8", "int16", "int32", "int64", "rune", "string", "uint", "uint8", "uint16", "uint32",
    "uint64", "uintptr", "any", "comparable",
))  # fmt: skip


def file_of(path: str, home: CodeHome) -> CodeFile:
    """An empty file, called by the path by which its package is imported."""
    folder = home.inner(path).rpartition("/")[0]
    name = "/".join(part for part in (home.name, folder) if part) if home.name else home.whole(path).rpartition("/")[0]
    return CodeFile("go", Scope(name or "main", "package", 0, 1, key=f"go/{name or 'main'}"), ".", ".")


def read(walk: Walk, captures: Mapping[str, list[Node]], path: str) -> None:
    """Fill the walk's file."""
    if path.endswith("_test.go"):
        for node in captures.get("package", ())[:1]:
            if walk.text(node).endswith("_test"):  # a package beside the one that it tests
                walk.file.module.name += "_test"
                walk.file.module.key += "_test"
    module = walk.file.module
    for name, node in walk.steps(captures):
        match name:
            case "call":
                walk.call(node)
            case "function":
                walk.define(walk.text(node.child_by_field_name("name")), "function", node)
            case "method":
                _method(walk, node)
            case "member":
                walk.define(walk.text(node.child_by_field_name("name")), "method", node)
            case "type":
                _type(walk, node)
            case "constant":
                walk.define(walk.text(node), "constant", node, parent=module)
            case "import":
                _import(walk, node)
            case "variable":
                text = walk.text(node)
                if text in walk.file.bindings:
                    walk.file.shadows.add((walk.current, text))
            case _:
                pass


def _method(walk: Walk, node: Node) -> None:
    receiver = _RECEIVER.match(walk.text(node.child_by_field_name("receiver")))
    if receiver is None:
        return
    module = walk.file.module
    owner = module.members.get(receiver[2])
    if owner is None:
        owner = Scope(receiver[2], "type", 0, 0, module, path=receiver[2])
        owner.is_elsewhere = True
        module.members[receiver[2]] = owner
    scope = walk.define(walk.text(node.child_by_field_name("name")), "method", node, parent=owner)
    if scope is not None:
        scope.own = receiver[1] or ""


def _type(walk: Walk, node: Node) -> None:
    value = node.child_by_field_name("type")
    kinds = {"struct_type": "struct", "interface_type": "interface"}
    name = walk.text(node.child_by_field_name("name"))
    kind = kinds.get(value.type if value is not None else "", "type")
    early = walk.current.members.get(name)
    if early is not None and early.is_elsewhere:  # its methods come first
        early.is_elsewhere, early.kind = False, kind
        early.line, early.start = node.start_point[0] + 1, node.start_byte
        walk.file.definitions.append(early)
    scope = walk.define(name, kind, node)
    if scope is not None and value is not None:
        scope.bases.extend(_embedded(walk, value))


def _embedded(walk: Walk, value: Node) -> list[tuple[str, int]]:
    """The types that a struct or an interface takes the methods of."""
    found: list[tuple[str, int]] = []
    if value.type == "struct_type":
        for fields in value.named_children:
            for one in fields.named_children if fields.type == "field_declaration_list" else ():
                kind = one.child_by_field_name("type")
                if one.type == "field_declaration" and one.child_by_field_name("name") is None and kind is not None:
                    found.append((walk.text(kind).lstrip("*"), one.start_point[0] + 1))
    elif value.type == "interface_type":
        for one in value.named_children:
            if one.type == "type_elem" and one.named_child_count == 1:
                inner = one.named_children[0]
                if inner.type in ("type_identifier", "qualified_type", "generic_type"):
                    found.append((walk.text(inner), one.start_point[0] + 1))
    return found


def _import(walk: Walk, node: Node) -> None:
    name = walk.text(node.child_by_field_name("path"))[1:-1]
    if not name:
        return
    walk.file.add_import(f"go/{name}", name, node.start_point[0] + 1)
    alias = walk.text(node.child_by_field_name("name"))
    walk.file.is_open |= alias == "."
    if alias in ("_", "."):
        return
    parts = name.split("/")
    last = parts[-2] if _VERSION.match(parts[-1]) and len(parts) > 1 else parts[-1]
    last = re.sub(r"\.v\d+\Z", "", last).removeprefix("go-").replace("-", "_")
    walk.file.bindings.setdefault(alias or last, f"go/{name}")


def _elsewhere(file: CodeFile, _scope: Scope, name: str, is_type: bool) -> str:
    """A name of the same package in another file."""
    if "." in name or not name.isidentifier():
        return ""
    if name in _BUILT_IN:
        return f"go/builtin.{name}" if is_type else ""
    return f"{file.module.key}.{name}" if not file.is_open and (is_type or name[0].isupper()) else ""


RULES = Rules(frozenset(), has_bare_members=False, fallback=_elsewhere)
