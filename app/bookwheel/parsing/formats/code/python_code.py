"""Python's definitions and docstrings by its own parser."""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass, field

from bookwheel.parsing.formats.code.comments import Comment, joined
from bookwheel.parsing.formats.code.outline import Definition

LARGEST = 1_500_000
"""Characters that are parsed; the tree takes a hundred times as many bytes."""


@dataclass(slots=True)
class Found:
    """The definitions and the docstrings of a file, both in the order of the text."""

    definitions: list[Definition] = field(default_factory=list[Definition])
    docstrings: list[Comment] = field(default_factory=list[Comment])


def read_python(text: str) -> Found | None:
    """What Python's parser finds; None where it is no Python of this version, or too large or too deep."""
    if len(text) > LARGEST:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    found = Found()
    lines = _Lines(text)
    _walk(tree, lines, found, (), "")
    found.definitions.sort(key=lambda one: one.at)
    found.docstrings.sort(key=lambda one: one.start)
    return found


class _Lines:
    """Offsets of characters by Python's lines and bytes."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0]
        for line in text.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._is_ascii = text.isascii()

    def at(self, line: int, column: int) -> int:
        start = self._starts[line - 1]
        if self._is_ascii:
            return start + column
        return start + len(self._text[start : self._starts[line]].encode()[:column].decode("utf-8", "ignore"))


def _walk(node: ast.AST, lines: _Lines, found: Found, path: tuple[str, ...], owner: str) -> None:
    """Note what a body defines; functions within functions only where they have a docstring."""
    body: list[ast.stmt] = getattr(node, "body", [])
    _note_strings(node, body, lines, found)
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            _note(statement, f"class {statement.name}", statement.name, lines, found, path)
            _walk(statement, lines, found, (*path, statement.name), statement.name)
        elif isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            is_within = bool(path) and not owner
            if is_within and ast.get_docstring(statement, clean=False) is None:
                continue
            shown = f"{owner}.{statement.name}()" if owner else f"{statement.name}()"
            _note(statement, shown, statement.name, lines, found, path)
            _walk(statement, lines, found, (*path, statement.name), "")
        elif isinstance(statement, (ast.If, ast.Try, ast.With)) and len(path) < 20:
            if not path and isinstance(statement, ast.If) and _is_main(statement):
                found.definitions.append(Definition(lines.at(statement.lineno, 0), 0, "__main__", "__main__"))
            _walk_blocks(statement, lines, found, path, owner)


def _walk_blocks(
    statement: ast.If | ast.Try | ast.With, lines: _Lines, found: Found, path: tuple[str, ...], owner: str
) -> None:
    """The definitions in the branches of a condition; `elif` is an `if` in the other branch, of which some are read."""
    current: ast.stmt = statement
    for _ in range(50):
        _walk(current, lines, found, path, owner)
        others: list[ast.stmt] = getattr(current, "orelse", [])
        if len(others) != 1 or not isinstance(others[0], ast.If):
            if others:
                _walk(ast.Module(others, []), lines, found, path, owner)
            for rescue in getattr(current, "handlers", []):
                _walk(rescue, lines, found, path, owner)
            return
        current = others[0]


def _note(
    statement: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef,
    title: str,
    name: str,
    lines: _Lines,
    found: Found,
    path: tuple[str, ...],
) -> None:
    first = min([statement.lineno, *(decorator.lineno for decorator in statement.decorator_list)])
    found.definitions.append(Definition(lines.at(first, 0), len(path), title, ".".join([*path, name])))


def _note_strings(node: ast.AST, body: list[ast.stmt], lines: _Lines, found: Found) -> None:
    """The docstring of a body, and the strings under its assignments, which document these."""
    is_documented = isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
    before: ast.stmt | None = None
    for number, statement in enumerate(body):
        if (
            isinstance(statement, ast.Expr)
            and isinstance(statement.value, ast.Constant)
            and isinstance(statement.value.value, str)
            and ((number == 0 and is_documented) or isinstance(before, (ast.Assign, ast.AnnAssign)))
        ):
            value = statement.value
            start = lines.at(value.lineno, value.col_offset)
            end = lines.at(value.end_lineno or value.lineno, value.end_col_offset or 0)
            found.docstrings.append(Comment(start, end, joined(statement.value.value.split("\n"))))
            if isinstance(node, ast.Module):
                _note_constant(before, lines, found)
        before = statement


def _note_constant(statement: ast.stmt | None, lines: _Lines, found: Found) -> None:
    """A documented value of the module as a section by its name."""
    target = None
    if isinstance(statement, ast.Assign):
        target = statement.targets[0]
    elif isinstance(statement, ast.AnnAssign):
        target = statement.target
    if isinstance(target, ast.Name) and statement is not None:
        found.definitions.append(Definition(lines.at(statement.lineno, 0), 0, target.id, target.id))


def _is_main(statement: ast.If) -> bool:
    test = statement.test
    return isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and test.left.id == "__name__"
