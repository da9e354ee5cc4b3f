"""What C and C++ define, include and call."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from bookwheel.parsing.things.code.home import CodeHome
from bookwheel.parsing.things.code.resolution import Rules
from bookwheel.parsing.things.code.scopes import CodeFile, Scope, Walk

if TYPE_CHECKING:
    from tree_sitter import Node

C = """
(function_definition) @function
(declaration declarator: (function_declarator)) @prototype
(declaration declarator: (pointer_declarator declarator: (function_declarator))) @prototype
(struct_specifier name: (_) body: (_)) @struct
(union_specifier name: (_) body: (_)) @union
(enum_specifier name: (_) body: (_)) @enum
(type_definition) @type
(preproc_function_def) @macro
(preproc_include) @include
(call_expression function: [(identifier) (field_expression)] @call)
"""
CPP = """
(function_definition) @function
(declaration declarator: (function_declarator)) @prototype
(declaration declarator: (pointer_declarator declarator: (function_declarator))) @prototype
(declaration declarator: (reference_declarator (function_declarator))) @prototype
(field_declaration declarator: (function_declarator)) @prototype
(field_declaration declarator: (pointer_declarator declarator: (function_declarator))) @prototype
(field_declaration declarator: (reference_declarator (function_declarator))) @prototype
(struct_specifier name: (_) body: (_)) @struct
(class_specifier name: (_) body: (_)) @class
(union_specifier name: (_) body: (_)) @union
(enum_specifier name: (_) body: (_)) @enum
(namespace_definition) @namespace
(type_definition) @type
(alias_declaration) @alias
(preproc_function_def) @macro
(preproc_include) @include
(call_expression function: [(identifier) (field_expression) (qualified_identifier)] @call)
(call_expression function: (template_function name: (identifier) @call))
"""
_ROOT = re.compile(r"(?:.*/)?(?:include|src|inc|source)/")
_NAME = re.compile(r"~?\w+(?:::~?\w+)*|(?:\w+::)*operator\s*\S{1,12}")
_TEMPLATE = re.compile(r"<[^<>]*(?:<[^<>]*>[^<>]*)*>")
_DEEPEST = 12
_KEYWORDS = frozenset(("if", "while", "for", "switch", "return", "void", "int", "char", "long", "sizeof", "defined"))


def file_of(path: str, home: CodeHome) -> CodeFile:
    """An empty file, called as other files include it."""
    name = _ROOT.sub("", path)
    return CodeFile("c", Scope(name, "module", 0, 1, key=f"c/{home.whole(name)}"), "::", ":")


def read(walk: Walk, captures: Mapping[str, list[Node]], path: str) -> None:
    """Fill the walk's file."""
    folder = posixpath.dirname(path)
    for name, node in walk.steps(captures):
        match name:
            case "call":
                walk.call(node)
            case "function" | "prototype":
                _function(walk, node, is_body=name == "function")
            case "include":
                _include(walk, node, folder)
            case "type":
                _typedef(walk, node)
            case "namespace":
                _namespace(walk, node)
            case "macro" | "alias":
                walk.define(walk.text(node.child_by_field_name("name")), name if name == "macro" else "type", node)
            case _:
                _type(walk, node, name)


def _namespace(walk: Walk, node: Node) -> None:
    name = walk.text(node.child_by_field_name("name"))
    parent = walk.current
    for part in name.split("::"):
        scope = parent.members.get(part) if part else None
        if scope is None and part:
            scope = Scope(part, "namespace", node.start_byte, node.start_point[0] + 1, parent, is_elsewhere=True)
            parent.members[part] = scope
        if scope is not None:
            walk.reopen(scope, node)
            parent = scope


def _type(walk: Walk, node: Node, kind: str) -> None:
    name = _TEMPLATE.sub("", walk.text(node.child_by_field_name("name")))
    if not _NAME.fullmatch(name):
        return
    scope = walk.define(name, kind, node)
    for child in node.named_children if scope is not None else ():
        if scope is not None and child.type == "base_class_clause":
            scope.bases.extend(_bases(walk, child))


def _bases(walk: Walk, clause: Node) -> Iterator[tuple[str, int]]:
    for child in clause.named_children:
        if child.type in ("type_identifier", "qualified_identifier", "template_type"):
            yield _TEMPLATE.sub("", walk.text(child)), child.start_point[0] + 1


def _function(walk: Walk, node: Node, *, is_body: bool) -> None:
    current = walk.current
    if not is_body and current.kind not in ("module", "namespace") and not current.is_type:
        return  # a local variable that is made with arguments
    name = _declared(walk, node.child_by_field_name("declarator"))
    owner_name = name.split("::")[-2] if "::" in name else current.name
    is_maker = name.split("::")[-1].lstrip("~") == owner_name
    if name.isupper() and not is_maker and (not is_body or node.child_by_field_name("type") is None):
        return  # a macro, as in `TEST(Cache, Empty) {` and `void Close() LOCKS_EXCLUDED(mutex);`
    if not _NAME.fullmatch(name) or name in _KEYWORDS:
        return
    parts = [part for part in name.split("::") if part]
    owner = _owner(walk, parts[:-1])
    is_local = (
        is_body
        and owner is walk.file.module
        and b"static" in walk.source[node.start_byte : node.start_byte + 40].split()
    )
    kind = "method" if owner.is_type else "function"
    if is_body:
        scope = walk.define(parts[-1], kind, node, parent=owner)
        if scope is not None and is_local:
            scope.is_local = True
    elif parts[-1] not in owner.members:
        walk.define(parts[-1], kind, node, parent=owner)


def _owner(walk: Walk, path: list[str]) -> Scope:
    """The class or namespace that a qualified name is in, from the one that is open; made where it is elsewhere."""
    scope = walk.current
    while not (scope.is_type or scope.kind in ("namespace", "module")) and scope.parent is not None:
        scope = scope.parent
    if path:
        outer: Scope | None = scope
        while outer is not None and path[0] not in outer.members:
            outer = outer.parent
        scope = outer or scope
    for part in path:
        inner = scope.members.get(part)
        if inner is None:
            inner = Scope(part, "class", scope.start, 0, scope, is_elsewhere=True)
            scope.members[part] = inner
        scope = inner
    return scope


def _declared(walk: Walk, declarator: Node | None) -> str:
    """The name of what a declarator declares as a function."""
    is_function = False
    for _ in range(_DEEPEST):
        if declarator is None:
            return ""
        is_function |= declarator.type == "function_declarator"
        if declarator.type == "parenthesized_declarator":
            return ""  # a pointer to a function
        inner = declarator.child_by_field_name("declarator")
        if inner is None and declarator.type == "reference_declarator":
            inner = declarator.named_children[0] if declarator.named_children else None
        if inner is None:
            break
        declarator = inner
    return "".join(_TEMPLATE.sub("", walk.text(declarator)).split()) if is_function and declarator else ""


def _typedef(walk: Walk, node: Node) -> None:
    for one in node.children_by_field_name("declarator"):
        named: Node | None = one
        for _ in range(_DEEPEST):
            if named is None or named.type == "type_identifier":
                break
            below = named.child_by_field_name("declarator")
            named = below or next((child for child in named.named_children if "declarator" in child.type), None)
        if named is not None and walk.text(named) not in walk.current.members:
            walk.define(walk.text(named), "type", node, is_open=False)


def _include(walk: Walk, node: Node, folder: str) -> None:
    path = node.child_by_field_name("path")
    written = walk.text(path)
    name = written.strip('<>" ')
    if path is None or len(written) < 3 or path.type not in ("string_literal", "system_lib_string"):
        return
    line = node.start_point[0] + 1
    if path.type == "system_lib_string":
        walk.file.add_import(f"c/{name}", name, line)
        return
    whole = posixpath.normpath(posixpath.join(folder, name)) if "/" not in name or name.startswith(".") else name
    inner = _ROOT.sub("", whole)
    prefix = walk.file.module.key.removesuffix(walk.file.module.name)
    walk.file.add_import(prefix + inner, inner, line)


def _elsewhere(file: CodeFile, _scope: Scope, name: str, is_type: bool) -> str:
    return file.join(file.shared, name) if is_type else ""


RULES = Rules(frozenset(("this",)), has_bare_members=True, fallback=_elsewhere)
