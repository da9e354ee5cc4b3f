"""What Java defines, imports and calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from bookwheel.parsing.things.code.home import CodeHome
from bookwheel.parsing.things.code.resolution import Rules
from bookwheel.parsing.things.code.scopes import ANONYMOUS, CodeFile, Scope, Walk

if TYPE_CHECKING:
    from tree_sitter import Node

QUERY = """
(package_declaration) @package
(import_declaration) @import
(class_declaration) @class
(interface_declaration) @interface
(enum_declaration) @enum
(record_declaration) @record
(annotation_type_declaration) @interface
(method_declaration) @method
(annotation_type_element_declaration) @method
(constructor_declaration) @method
(compact_constructor_declaration) @method
(field_declaration) @constant
(constant_declaration) @constant
(method_invocation) @call
(object_creation_expression type: [(type_identifier) (scoped_type_identifier) (generic_type)] @new)
(object_creation_expression (class_body) @anonymous)
(enum_constant body: (class_body) @anonymous)
"""
_LANG = frozenset((
    "Appendable", "AutoCloseable", "CharSequence", "Cloneable", "Comparable", "Iterable", "Readable", "Runnable",
    "Boolean", "Byte", "Character", "Class", "ClassLoader", "Double", "Enum", "Float", "Integer", "Long", "Math",
    "Number", "Object", "Package", "Process", "ProcessBuilder", "Record", "Runtime", "Short", "StackTraceElement",
    "StackWalker", "StrictMath", "String", "StringBuffer", "StringBuilder", "System", "Thread", "ThreadGroup",
    "ThreadLocal", "InheritableThreadLocal", "Throwable", "Void", "ArithmeticException",
    "ArrayIndexOutOfBoundsException", "ArrayStoreException", "ClassCastException", "ClassNotFoundException",
    "CloneNotSupportedException", "Exception", "IllegalAccessException", "IllegalArgumentException",
    "IllegalMonitorStateException", "IllegalStateException", "IndexOutOfBoundsException", "InstantiationException",
    "InterruptedException", "NegativeArraySizeException", "NoSuchFieldException", "NoSuchMethodException",
    "NullPointerException", "NumberFormatException", "ReflectiveOperationException", "RuntimeException",
    "SecurityException", "StringIndexOutOfBoundsException", "UnsupportedOperationException", "AssertionError",
    "Error", "ExceptionInInitializerError", "IncompatibleClassChangeError", "InternalError", "LinkageError",
    "NoClassDefFoundError", "OutOfMemoryError", "StackOverflowError", "VirtualMachineError",
))  # fmt: skip


def file_of(path: str, home: CodeHome) -> CodeFile:
    """An empty file; its package is read in it."""
    return CodeFile("java", Scope("", "package", 0, 1, key=f"java/{home.collection or 'default'}"), ".", ".")


def read(walk: Walk, captures: Mapping[str, list[Node]], _path: str) -> None:
    """Fill the walk's file."""
    for name, node in walk.steps(captures):
        match name:
            case "call":
                _call(walk, node)
            case "new":
                inner = node.named_children[0] if node.type == "generic_type" else node
                walk.call(inner)
            case "anonymous":
                walk.reopen(Scope("", ANONYMOUS, node.start_byte, 0, walk.current), node)
            case "package":
                _package(walk, node)
            case "import":
                _import(walk, node)
            case "method":
                walk.define(walk.text(node.child_by_field_name("name")), name, node)
            case "constant":
                _constant(walk, node)
            case _:
                scope = walk.define(walk.text(node.child_by_field_name("name")), name, node)
                if scope is not None:
                    scope.bases.extend(_bases(walk, node))


def _package(walk: Walk, node: Node) -> None:
    name = next((walk.text(one) for one in node.named_children if one.type in _NAMES), "")
    name = "".join(name.split())
    if name:
        walk.file.module.name, walk.file.module.key = name, f"java/{name}"


_NAMES = ("identifier", "scoped_identifier")


def _import(walk: Walk, node: Node) -> None:
    name = next((walk.text(one) for one in node.named_children if one.type in _NAMES), "")
    name = "".join(name.split())
    if not name:
        return
    is_star = any(one.type == "asterisk" for one in node.named_children)
    last = name.rpartition(".")[2]
    walk.file.add_import(f"java/{name}", name if is_star else last, node.start_point[0] + 1, is_module=is_star)
    if not is_star:
        walk.file.bindings.setdefault(last, f"java/{name}")


def _constant(walk: Walk, node: Node) -> None:
    if not walk.current.is_type:
        return
    words = walk.source[node.start_byte : node.start_byte + 200].split(b"=")[0].split()
    if walk.current.kind != "interface" and not (b"static" in words and b"final" in words):
        return
    for one in node.children_by_field_name("declarator"):
        walk.define(walk.text(one.child_by_field_name("name")), "constant", one)


def _bases(walk: Walk, node: Node) -> Iterator[tuple[str, int]]:
    for child in node.named_children:
        if child.type in ("superclass", "super_interfaces", "extends_interfaces"):
            yield from _types(walk, child)


def _types(walk: Walk, node: Node) -> Iterator[tuple[str, int]]:
    for child in node.named_children:
        if child.type == "type_list":
            yield from _types(walk, child)
        inner = child.named_children[0] if child.type == "generic_type" else child
        if inner.type in ("type_identifier", "scoped_type_identifier"):
            yield walk.text(inner), child.start_point[0] + 1


def _call(walk: Walk, node: Node) -> None:
    owner, name = node.child_by_field_name("object"), node.child_by_field_name("name")
    if owner is None:
        walk.call(name)
    elif owner.type in ("identifier", "this", "super", "field_access", "scoped_identifier") and name is not None:
        walk.call_text(f"{walk.text(owner)}.{walk.text(name)}", node.start_point[0] + 1)


def _elsewhere(file: CodeFile, _scope: Scope, name: str, is_type: bool) -> str:
    first = name.partition(".")[0]
    if first in _LANG:
        return f"java/java.lang.{name}"
    if not is_type:
        return ""
    return f"java/{name}" if first.islower() else f"{file.module.key}.{name}"


RULES = Rules(frozenset(("this",)), has_bare_members=True, fallback=_elsewhere)
