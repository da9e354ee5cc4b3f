"""What JavaScript, TypeScript and TSX define, import and call."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from bookwheel.parsing.things.code.home import CodeHome
from bookwheel.parsing.things.code.resolution import Rules, join_all
from bookwheel.parsing.things.code.scopes import CodeFile, Scope, Walk

if TYPE_CHECKING:
    from tree_sitter import Node

_COMMON = """
(function_declaration) @function
(generator_function_declaration) @function
(class_declaration) @class
(class_body (method_definition) @method)
(variable_declarator name: (identifier) value: [(arrow_function) (function_expression) (generator_function)]) @function
(variable_declarator name: (identifier) value: (class)) @valued
(program (lexical_declaration "const" (variable_declarator name: (identifier)) @constant))
(program (export_statement (lexical_declaration "const" (variable_declarator name: (identifier)) @constant)))
(assignment_expression left: (member_expression) right: [(arrow_function) (function_expression)]) @assigned
(assignment_expression left: (member_expression) @_left right: [(identifier) (class)]) @exported
(export_statement) @export
(import_statement) @import
(variable_declarator value: (call_expression function: (identifier) @_called)) @required
(call_expression function: [(identifier) (member_expression)] @call)
(call_expression function: (import) arguments: (arguments . (string) @dynamic))
(new_expression constructor: [(identifier) (member_expression)] @call)
"""
_JSX = """
(jsx_opening_element name: [(identifier) (member_expression)] @call)
(jsx_self_closing_element name: [(identifier) (member_expression)] @call)
"""
JAVASCRIPT = f"{_COMMON}{_JSX}(class_body (field_definition property: _ value: (arrow_function)) @method)"
_TYPED = """
(class_body (public_field_definition name: _ value: (arrow_function)) @method)
(class_body [(abstract_method_signature) (method_signature)] @method)
(abstract_class_declaration) @class
(interface_declaration) @interface
(interface_body (method_signature) @method)
(type_alias_declaration) @type
(enum_declaration) @enum
(internal_module) @namespace
(module) @namespace
(function_signature) @function
"""
TYPESCRIPT = f"{_COMMON}{_TYPED}"
TSX = f"{_COMMON}{_TYPED}{_JSX}"

_SUFFIX = re.compile(r"(?:\.d)?\.(?:[cm]?[jt]s|[jt]sx|vue|json)\Z")
_EXPORTS = re.compile(r"(?:module\.)?exports\.([\w$]+)\Z")
_OF_TYPE = re.compile(r"([\w$]+)\.(?:prototype\.)?([\w$]+)\Z")
_DEFAULT = "default"


def file_of(path: str, home: CodeHome) -> CodeFile:
    """An empty file, called by its path without suffix, as imports call it."""
    name = _module(path)
    return CodeFile("javascript", Scope(name, "module", 0, 1, key=f"javascript/{home.whole(name)}"), ".", ":")


def _module(path: str) -> str:
    bare = _SUFFIX.sub("", path)
    return bare.removesuffix("/index") or "index"


def read(walk: Walk, captures: Mapping[str, list[Node]], path: str) -> None:
    """Fill the walk's file."""
    folder = posixpath.dirname(path)
    for name, node in walk.steps(captures):
        match name:
            case "call":
                if walk.source[node.start_byte : node.end_byte] == b"require":
                    _bare_require(walk, node, folder)
                walk.call(node)
            case "class" | "interface":
                _class(walk, node, name)
            case "valued":
                value = node.child_by_field_name("value")
                _class(walk, node, "class", value)
            case "function" | "method" | "type" | "enum" | "namespace":
                _named(walk, node, name)
            case "constant":
                text = walk.text(node.child_by_field_name("name"))
                top = walk.file.module
                if text not in top.members and (text.isupper() or _is_exported(node)):
                    walk.define(text, "constant", node, parent=top)
            case "assigned":
                _assigned(walk, node)
            case "exported":
                _exported(walk, node)
            case "import" | "export":
                _import(walk, node, folder, is_export=name == "export")
            case "required":
                _required(walk, node, folder)
            case "dynamic":
                key, label = _origin(walk, node, folder)
                walk.file.add_import(key, label, node.start_point[0] + 1)
            case _:
                pass


def _named(walk: Walk, node: Node, kind: str) -> None:
    named = node.child_by_field_name("name") or node.child_by_field_name("property")
    text = walk.text(named)
    if kind == "namespace":
        if named is None or named.type == "string":
            return
    elif named is not None and named.type in ("string", "computed_property_name"):
        return
    parent = walk.current
    if kind == "function" and parent.is_type:
        kind = "method"
    walk.define(text, kind, node)


def _is_exported(node: Node) -> bool:
    above = node.parent.parent if node.parent is not None else None
    return above is not None and above.type == "export_statement"


def _class(walk: Walk, node: Node, kind: str, value: Node | None = None) -> None:
    scope = walk.define(walk.text(node.child_by_field_name("name")), kind, node)
    if scope is None:
        return
    for child in (value or node).named_children:
        if child.type in ("class_heritage", "extends_type_clause", "extends_clause"):
            scope.bases.extend(_bases(walk, child))


def _bases(walk: Walk, heritage: Node) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    for child in heritage.named_children:
        if child.type in ("extends_clause", "implements_clause"):
            found.extend(_bases(walk, child))
            continue
        if child.type == "generic_type":
            child = child.child_by_field_name("name") or child.named_children[0]
        if child.type in ("identifier", "member_expression", "type_identifier", "nested_type_identifier"):
            found.append((walk.text(child), child.start_point[0] + 1))
    return found


def _assigned(walk: Walk, node: Node) -> None:
    """A function put into exports, a prototype or a class."""
    left = walk.text(node.child_by_field_name("left"))
    if (exported := _EXPORTS.match(left)) is not None:
        walk.define(exported[1], "function", node, parent=walk.file.module)
    elif (owned := _OF_TYPE.match(left)) is not None and owned[1] in walk.file.module.members:
        owner = walk.file.module.members[owned[1]]
        if ".prototype." in left and owner.kind == "function":
            owner.kind = "class"  # as they were written before there were any
        walk.define(owned[2], "method" if owner.is_type else "function", node, parent=owner)


def _exported(walk: Walk, node: Node) -> None:
    """Note a module's own value by the older way of saying so."""
    right = node.child_by_field_name("right")
    if right is None or walk.text(node.child_by_field_name("left")) != "module.exports":
        return
    if right.type == "identifier":
        walk.file.renamed[walk.text(right)] = _DEFAULT
    elif named := walk.text(right.child_by_field_name("name")):
        walk.file.renamed[named] = _DEFAULT
        scope = walk.define(named, "class", node)
        for child in right.named_children if scope is not None else ():
            if scope is not None and child.type == "class_heritage":
                scope.bases.extend(_bases(walk, child))


def _origin(walk: Walk, source: Node | None, folder: str) -> tuple[str, str]:
    """The key and the label of what a string names; relative names are paths."""
    name = walk.text(source)[1:-1]
    if not name:
        return "", ""
    if not name.startswith("."):
        return f"javascript/{name.removeprefix('node:')}", name
    path = posixpath.normpath(posixpath.join(folder, name))
    if path.startswith("../"):
        return "", ""
    prefix = walk.file.module.key.removesuffix(walk.file.module.name)
    module = _module(path) if path != "." else "index"
    return prefix + module, module


def _import(walk: Walk, node: Node, folder: str, *, is_export: bool) -> None:
    source = node.child_by_field_name("source")
    if source is None:
        if is_export:
            _export(walk, node)
        return
    key, label = _origin(walk, source, folder)
    walk.file.add_import(key, label, node.start_point[0] + 1)
    if not key:
        return
    for clause in node.named_children:
        if clause.type == "import_clause":
            for part in clause.named_children:
                _bind(walk, part, key, is_export=False)
        elif clause.type in ("export_clause", "named_imports"):
            _bind(walk, clause, key, is_export=is_export)
        elif clause.type == "import_require_clause" and clause.named_children:
            walk.file.bindings.setdefault(walk.text(clause.named_children[0]), key)


def _bind(walk: Walk, part: Node, key: str, *, is_export: bool) -> None:
    if part.type == "identifier":
        walk.file.bindings.setdefault(walk.text(part), f"{key}:{_DEFAULT}")
        return
    if part.type == "namespace_import":
        walk.file.bindings.setdefault(walk.text(part.named_children[-1]), key)
        return
    for one in part.named_children:
        if one.type in ("import_specifier", "export_specifier"):
            name = walk.text(one.child_by_field_name("name"))
            alias = walk.text(one.child_by_field_name("alias")) or name
            walk.file.add_import(f"{key}:{name}", name, one.start_point[0] + 1, is_module=False)
            if not is_export:
                walk.file.bindings.setdefault(alias, f"{key}:{name}")


def _export(walk: Walk, node: Node) -> None:
    """Note what is exported as the module's own value: it is imported without its name."""
    if not any(child.type == "default" for child in node.children):
        return
    value = node.child_by_field_name("declaration") or node.child_by_field_name("value")
    if value is None:
        return
    name = walk.text(value) if value.type == "identifier" else walk.text(value.child_by_field_name("name"))
    if name and name.isidentifier():
        walk.file.renamed[name] = _DEFAULT


def _required(walk: Walk, node: Node, folder: str) -> None:
    value, name = node.child_by_field_name("value"), node.child_by_field_name("name")
    if value is None or name is None or walk.text(value.child_by_field_name("function")) != "require":
        return
    key, _ = _origin(walk, _argument(value), folder)
    if not key:
        return
    if name.type == "identifier":
        walk.file.bindings.setdefault(walk.text(name), key)
    elif name.type == "object_pattern":
        for one in name.named_children:
            if one.type == "shorthand_property_identifier_pattern":
                walk.file.bindings.setdefault(walk.text(one), f"{key}:{walk.text(one)}")
            elif one.type == "pair_pattern":
                alias = walk.text(one.child_by_field_name("value"))
                walk.file.bindings.setdefault(alias, f"{key}:{walk.text(one.child_by_field_name('key'))}")


def _bare_require(walk: Walk, called: Node, folder: str) -> None:
    if called.parent is not None:
        key, label = _origin(walk, _argument(called.parent), folder)
        walk.file.add_import(key, label, called.start_point[0] + 1)


def _argument(call: Node) -> Node | None:
    arguments = call.child_by_field_name("arguments")
    first = arguments.named_children[0] if arguments is not None and arguments.named_children else None
    return first if first is not None and first.type == "string" else None


def _elsewhere(_file: CodeFile, _scope: Scope, name: str, is_type: bool) -> str:
    return f"javascript/{name}" if is_type else ""


def _within(file: CodeFile, bound: str, rest: list[str]) -> str | None:
    module, _, name = bound.partition(":")
    is_package = not module.startswith(file.module.key.removesuffix(file.module.name))
    if not rest:
        return bound if name else f"{module}:{_DEFAULT}"
    if name == _DEFAULT and is_package:
        return join_all(file, module, rest)
    if name and not name[:1].isupper():
        return None
    return join_all(file, bound, rest)


RULES = Rules(frozenset(("this",)), has_bare_members=False, within=_within, fallback=_elsewhere)
