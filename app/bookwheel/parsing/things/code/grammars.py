"""The grammars of the languages whose names are read, loaded when a file first needs one."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from bookwheel.domain.code_languages import language_of
from bookwheel.parsing.things.code import c_names, go_names, java_names, python_names, rust_names, script_names
from bookwheel.parsing.things.code.home import CodeHome
from bookwheel.parsing.things.code.resolution import Rules
from bookwheel.parsing.things.code.scopes import CodeFile, Walk

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Query

_CPLUSPLUS = re.compile(r"^\s*(?:class|namespace|template|public:|private:|protected:|using)\b", re.MULTILINE)


LONGEST_S = 3.0
"""CPU seconds in which a file's code must be read: a megabyte takes less than one."""

_PIECE = 1 << 16
_MOST_TORN = 20_000
"""Nodes directly below the root of a source with errors."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """A language: the package and the function of its grammar, what is captured, and what that means.

    `language` is called as in `language:python`.
    """

    language: str
    package: str
    query: str
    file_of: Callable[[str, CodeHome], CodeFile]
    read: Callable[[Walk, Mapping[str, list[Node]], str], None]
    rules: Rules
    function: str = "language"


_SCRIPT = (script_names.file_of, script_names.read, script_names.RULES)
_C = (c_names.file_of, c_names.read, c_names.RULES)
_GRAMMARS = {
    "python": Grammar(
        "python", "tree_sitter_python", python_names.QUERY, python_names.file_of, python_names.read, python_names.RULES
    ),
    "javascript": Grammar("javascript", "tree_sitter_javascript", script_names.JAVASCRIPT, *_SCRIPT),
    "jsx": Grammar("javascript", "tree_sitter_javascript", script_names.JAVASCRIPT, *_SCRIPT),
    "typescript": Grammar(
        "typescript", "tree_sitter_typescript", script_names.TYPESCRIPT, *_SCRIPT, "language_typescript"
    ),
    "tsx": Grammar("typescript", "tree_sitter_typescript", script_names.TSX, *_SCRIPT, "language_tsx"),
    "go": Grammar("go", "tree_sitter_go", go_names.QUERY, go_names.file_of, go_names.read, go_names.RULES),
    "rust": Grammar(
        "rust", "tree_sitter_rust", rust_names.QUERY, rust_names.file_of, rust_names.read, rust_names.RULES
    ),
    "java": Grammar(
        "java", "tree_sitter_java", java_names.QUERY, java_names.file_of, java_names.read, java_names.RULES
    ),
    "c": Grammar("c", "tree_sitter_c", c_names.C, *_C),
    "cpp": Grammar("c++", "tree_sitter_cpp", c_names.CPP, *_C),
}
_NOT_PYTHON = (".pyx", ".pxd", ".bzl", ".star", ".bazel")


def grammar_of(path: str, text: str) -> Grammar | None:
    """The grammar of a file by its name; a header is C++ where it says so."""
    language = language_of(path)
    if language is None or path.lower().endswith(_NOT_PYTHON):
        return None
    name = language.lexer
    if name == "c" and path.lower().endswith(".h") and _CPLUSPLUS.search(text):
        name = "cpp"
    return _GRAMMARS.get(name)


def captures_of(grammar: Grammar, source: bytes) -> Mapping[str, list[Node]]:
    """The nodes of a source by what they are captured as; those of torn code as far as it can be read.

    Raises:
        TimeoutError: for a source, such as a million brackets, that takes more than `LONGEST_S`.
    """
    from tree_sitter import QueryCursor  # noqa: PLC0415 - in the parser child alone

    parser, query = _loaded(grammar.package, grammar.function, grammar.query)
    until = time.process_time() + LONGEST_S

    def is_late(_at: int, _has_error: bool) -> bool:
        return time.process_time() > until

    try:
        tree = parser.parse(lambda at, _: source[at : at + _PIECE], progress_callback=is_late)
    except ValueError:
        parser.reset()
        raise TimeoutError from None
    if tree.root_node.has_error and tree.root_node.child_count > _MOST_TORN:
        raise TimeoutError  # the query's time grows with the square of what hangs below an error
    return QueryCursor(query).captures(tree.root_node)


@cache
def _loaded(package: str, function: str, query: str) -> tuple[Parser, Query]:
    from tree_sitter import Language, Parser, Query  # noqa: PLC0415 - in the parser child alone

    pointer: object = getattr(import_module(package), function)()
    language = Language(pointer)
    return Parser(language), Query(language, query)
