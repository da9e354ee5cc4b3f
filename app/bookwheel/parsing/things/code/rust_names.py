"""What Rust defines, imports and calls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from bookwheel.parsing.things.code.home import CodeHome
from bookwheel.parsing.things.code.resolution import Rules
from bookwheel.parsing.things.code.scopes import ANONYMOUS, CodeFile, Scope, Walk

if TYPE_CHECKING:
    from tree_sitter import Node

QUERY = """
(function_item) @function
(function_signature_item) @function
(struct_item) @struct
(union_item) @union
(enum_item) @enum
(trait_item) @trait
(type_item) @type
(impl_item) @impl
(mod_item) @mod
(const_item) @constant
(static_item) @constant
(macro_definition) @macro
(use_declaration) @use
(extern_crate_declaration) @crate
(call_expression function: [(identifier) (field_expression) (scoped_identifier)] @call)
(call_expression function: (generic_function function: [(identifier) (field_expression) (scoped_identifier)] @call))
"""
_NAME = re.compile(r"\w+(?:\s*::\s*\w+)*")
_REFERENCE = re.compile(r"\A\s*&\s*(?:'\w+\s+)?(?:mut\s+)?")
_GENERIC = re.compile(r"<.*", re.DOTALL)
_PRELUDE = {
    "Clone": "clone", "Copy": "marker", "Send": "marker", "Sync": "marker", "Sized": "marker", "Unpin": "marker",
    "Drop": "ops", "Fn": "ops", "FnMut": "ops", "FnOnce": "ops", "AsRef": "convert", "AsMut": "convert",
    "Into": "convert", "From": "convert", "TryFrom": "convert", "TryInto": "convert", "Default": "default",
    "Iterator": "iter", "Extend": "iter", "IntoIterator": "iter", "DoubleEndedIterator": "iter",
    "ExactSizeIterator": "iter", "FromIterator": "iter", "PartialEq": "cmp", "Eq": "cmp", "PartialOrd": "cmp",
    "Ord": "cmp", "ToOwned": "borrow", "ToString": "string", "Debug": "fmt", "Hash": "hash",
}  # fmt: skip


def file_of(path: str, home: CodeHome) -> CodeFile:
    """An empty file, called by its crate and its modules."""
    parts = home.inner(path).removesuffix(".rs").split("/")
    crate = home.name
    if "src" in parts:
        at = len(parts) - 1 - parts[::-1].index("src")
        crate = crate or (parts[at - 1] if at else home.base.rpartition("/")[2] or home.collection)
        parts = parts[at + 1 :]
    if parts and parts[-1] in ("mod", "lib", "main"):
        parts = parts[:-1]
    crate = (crate or home.collection or "crate").replace("-", "_")
    name = "::".join([crate, *parts])
    return CodeFile("rust", Scope(name, "module", 0, 1, key=f"rust/{name}"), "::", "::")


def read(walk: Walk, captures: Mapping[str, list[Node]], _path: str) -> None:
    """Fill the walk's file."""
    for node in captures.get("mod", ()):
        if node.parent is not None and node.parent.type == "source_file":
            below = walk.text(node.child_by_field_name("name"))
            walk.file.bindings[below] = f"{walk.file.module.key}::{below}"
    for name, node in walk.steps(captures):
        match name:
            case "call":
                walk.call(node)
            case "impl":
                _impl(walk, node)
            case "use":
                _use(walk, node)
            case "crate":
                key = walk.text(node.child_by_field_name("name"))
                walk.file.add_import(f"rust/{key}", key, node.start_point[0] + 1)
            case "mod":
                if node.child_by_field_name("body") is not None:
                    walk.define(walk.text(node.child_by_field_name("name")), "module", node)
            case "function":
                _function(walk, node)
            case _:
                text = walk.text(node.child_by_field_name("name"))
                if text == "_" or (name in ("type", "constant") and walk.current.is_type):
                    continue  # `type Error = …` of an `impl` fills in what its trait names
                scope = walk.define(text, name, node)
                bounds = node.child_by_field_name("bounds") if name == "trait" else None
                if scope is not None and bounds is not None:
                    scope.bases.extend(_bounds(walk, bounds))


def _function(walk: Walk, node: Node) -> None:
    kind = "method" if walk.current.is_type else "function"
    walk.define(walk.text(node.child_by_field_name("name")), kind, node)


def _bounds(walk: Walk, bounds: Node) -> Iterator[tuple[str, int]]:
    for child in bounds.named_children:
        if child.type in ("type_identifier", "scoped_type_identifier", "generic_type"):
            yield _GENERIC.sub("", walk.text(child)), child.start_point[0] + 1


def _impl(walk: Walk, node: Node) -> None:
    """Go on with the type that is implemented, which another file may define."""
    of = node.child_by_field_name("type")
    name = _GENERIC.sub("", _REFERENCE.sub("", walk.text(of))).strip()
    if not _NAME.fullmatch(name):  # a tuple or a slice, of which nothing is defined
        walk.reopen(Scope("", ANONYMOUS, node.start_byte, 0, walk.current), node)
        return
    owner = walk.current.members.get(name)
    if owner is None:
        owner = Scope(name, "type", node.start_byte, node.start_point[0] + 1, walk.current, is_elsewhere=True)
        walk.current.members[name] = owner
    trait = node.child_by_field_name("trait")
    if trait is not None:
        owner.bases.append((_GENERIC.sub("", walk.text(trait)), node.start_point[0] + 1))
    walk.reopen(owner, node)


def _use(walk: Walk, node: Node) -> None:
    argument = node.child_by_field_name("argument")
    if argument is None:
        return
    module = walk.file.module.name
    here = _module_of(walk.file, walk.current)
    for path, alias in _leaves(walk, argument, ""):
        below = walk.file.bindings.get(path.partition("::")[0], "")
        is_below = below == f"{walk.file.module.key}::{path.partition('::')[0]}"
        whole = f"{module}::{path}" if is_below else absolute(path, here)
        if not whole:
            continue
        last = whole.rpartition("::")[2]
        walk.file.add_import(f"rust/{whole}", last, node.start_point[0] + 1, is_module=False)
        if alias != "*" and alias != "_":
            walk.file.bindings.setdefault(alias or last, f"rust/{whole}")


def _module_of(file: CodeFile, scope: Scope | None) -> str:
    """The module that a definition stands in."""
    chain: list[str] = []
    while scope is not None and scope.parent is not None:
        if scope.kind == "module":
            chain.append(scope.name)
        scope = scope.parent
    return "::".join([file.module.name, *reversed(chain)])


def _leaves(walk: Walk, node: Node, before: str, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Every path of a tree of uses with its other name."""
    if depth > 20:
        return
    match node.type:
        case "use_list":
            for child in node.named_children:
                yield from _leaves(walk, child, before, depth + 1)
        case "scoped_use_list":
            path = _joined(before, walk.text(node.child_by_field_name("path")))
            inner = node.child_by_field_name("list")
            if inner is not None:
                yield from _leaves(walk, inner, path, depth + 1)
        case "use_as_clause":
            path = walk.text(node.child_by_field_name("path"))
            yield _joined(before, path), walk.text(node.child_by_field_name("alias"))
        case "use_wildcard":
            inner = node.named_children[0] if node.named_children else None
            yield _joined(before, walk.text(inner)), "*"
        case "self":
            yield before, ""
        case "identifier" | "scoped_identifier" | "crate" | "super" | "metavariable":
            yield _joined(before, walk.text(node)), ""
        case _:
            pass


def _joined(before: str, after: str) -> str:
    after = "".join(after.split())
    return f"{before}::{after}" if before and after else before or after


def absolute(path: str, here: str) -> str:
    """A path from the root of its crate; `here` is the module that it stands in."""
    parts = path.removeprefix("::").split("::")
    base: list[str] = []
    if parts[0] == "crate":
        base, parts = here.split("::")[:1], parts[1:]
    elif parts[0] in ("self", "super"):
        base = here.split("::")
        while parts and parts[0] in ("self", "super"):
            if parts[0] == "super":
                base = base[:-1]
            parts = parts[1:]
        if not base:
            return ""
    return "::".join([*base, *parts])


def _elsewhere(file: CodeFile, scope: Scope, name: str, is_type: bool) -> str:
    """A path that begins with its crate, a trait that needs no import, or a type beside."""
    first = name.partition("::")[0]
    if first in ("crate", "self", "super"):
        return f"rust/{absolute(name, _module_of(file, scope))}"
    if first in ("std", "core", "alloc"):
        return f"rust/{name}"
    if not is_type:
        return ""
    return f"rust/std::{_PRELUDE[name]}::{name}" if name in _PRELUDE else f"{file.module.key}::{name}"


RULES = Rules(frozenset(("self", "Self")), has_bare_members=False, fallback=_elsewhere)
