"""What Python code states, held against Python's own parser."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.document import Document
from bookwheel.library.sources.code_homes import CodeHomes
from bookwheel.parsing.documents import parse
from bookwheel.parsing.things.code.code_things import read
from bookwheel.parsing.things.code.grammars import grammar_of
from bookwheel.parsing.things.code.home import CodeHome
from bookwheel.parsing.things.code.resolution import resolve

APP = Path(__file__).parents[4] / "app"

SOURCE = '''"""A module."""
import os.path
from . import near
from .shapes import Base as Root, LIMIT
from typing import Generic

MOST = 3

class Circle(Root, Generic[int], metaclass=type):
    """Round."""
    def area(self) -> float:
        return self.helper() + near.measure(self) + unknown()

    def helper(self):
        return os.path.join("a", "b")

    class Inner(Exception):
        pass

def make(size: int) -> Circle:
    def inner():
        return Circle()
    shape = inner()
    shape.area()
    return shape
'''


def parsed(text: str, path: str = "pkg/round.py") -> Document:
    return parse(text.encode(), path, home=CodeHome("notes", is_known=True))


def stated(document: Document, relation: str) -> set[tuple[str, str]]:
    return {
        (one.source.partition("/")[2], one.target.partition("/")[2])
        for one in document.statements
        if one.relation == relation
    }


def test_definitions_carry_kind_signature_and_line() -> None:
    things = {thing.id: thing for thing in parsed(SOURCE).things}
    area = things["code:python/pkg.round.Circle.area"]
    assert area.label == "Circle.area"
    assert area.aliases == ("area", "pkg.round.Circle.area")
    assert dict(area.properties) == {"kind": "method", "signature": "def area(self) -> float", "line": "11"}
    assert dict(things["code:python/pkg.round.MOST"].properties)["kind"] == "constant"
    assert dict(things["code:python/pkg.round"].properties)["kind"] == "module"


def test_a_class_inherits_what_the_imports_name() -> None:
    assert stated(parsed(SOURCE), "inherits") == {
        ("pkg.round.Circle", "pkg.shapes.Base"),
        ("pkg.round.Circle", "typing.Generic"),
        ("pkg.round.Circle.Inner", "builtins.Exception"),
    }


def test_imports_name_modules_and_what_is_taken_from_them() -> None:
    assert stated(parsed(SOURCE), "imports") == {
        ("pkg.round", name)
        for name in ("os.path", "pkg", "pkg.near", "pkg.shapes", "pkg.shapes.Base", "pkg.shapes.LIMIT", "typing",
                     "typing.Generic")
    }  # fmt: skip


def test_calls_are_resolved_by_scope_and_the_others_left_out() -> None:
    assert stated(parsed(SOURCE), "calls") == {
        ("pkg.round.Circle.area", "pkg.round.Circle.helper"),
        ("pkg.round.Circle.area", "pkg.near.measure"),
        ("pkg.round.Circle.helper", "os.path.join"),
        ("pkg.round.make.inner", "pkg.round.Circle"),
        ("pkg.round.make", "pkg.round.make.inner"),
    }


def test_every_statement_names_its_section_line_and_words() -> None:
    document = parsed(SOURCE)
    lines = document.text.split("\n")
    for one in document.statements:
        section = document.sections[one.section]
        assert section.start_line <= one.line <= section.end_line
        assert one.relation == "writtenIn" or one.words == lines[one.line - 1].strip()
    assert ("", "code:python/pkg.round") in {(one.source, one.target) for one in document.statements}
    assert "language:python" in {one.target for one in document.statements if one.relation == "writtenIn"}


def test_torn_code_gives_what_can_be_read() -> None:
    document = parsed(SOURCE + "\ndef torn(:\n    return (((\nclass After(Circle):\n    pass\n")
    assert "code:python/pkg.round.Circle.area" in {thing.id for thing in document.things}


def test_hostile_names_stay_within_their_statements() -> None:
    document = parsed('from \u202eevil import <b>\nclass A("\'\\"><script>"):\n    pass\n\x00\ndef f\u202e(): f()\n')
    assert all("\n" not in thing.label and "<" not in thing.id for thing in document.things)


def test_a_file_with_too_many_definitions_is_bounded() -> None:
    document = parsed("\n".join(f"def f{number}(): pass" for number in range(6_000)))
    assert len([thing for thing in document.things if thing.id.startswith("code:")]) == 5_001


@given(st.text(alphabet="def clas():\n  import.from_xy=\"'@*\\\u202e<", max_size=300))
def test_no_text_raises(text: str) -> None:
    for path in ("a.py", "a.js", "a.tsx", "a.go", "a.rs", "a.java", "a.c", "a.cpp"):
        grammar = grammar_of(path, text)
        assert grammar is not None
        read(grammar, text, path, CodeHome())


def test_our_own_code_is_read_as_by_pythons_parser() -> None:
    homes = CodeHomes(APP, "app")
    for path in sorted(APP.rglob("*.py")):
        text = path.read_text("utf-8")
        inner = path.relative_to(APP).as_posix()
        grammar = grammar_of(inner, text)
        assert grammar is not None
        file = read(grammar, text, inner, homes.home(inner))
        tree = ast.parse(text)
        assert file.module.name == ".".join(path.relative_to(APP).with_suffix("").parts).removesuffix(".__init__")
        assert {one.path for one in file.definitions if one.kind != "constant"} == set(_definitions(tree, "")), inner
        assert {key.partition("/")[2] for key in file.imports} == set(_imports(tree)), inner
        bases = [(one, base) for one in file.definitions for base, _ in one.bases]
        found = [(one.path, resolve(file, grammar.rules, one.parent or one, base, is_type=True)) for one, base in bases]
        names = {(name, target.key.rpartition(".")[2]) for name, target in found if target is not None}
        assert names == set(_bases(tree, "")), inner


def _within(node: ast.AST, above: str) -> Iterator[tuple[str, ast.AST]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            name = f"{above}.{child.name}" if above else child.name
            yield name, child
            yield from _within(child, name)
        else:
            yield from _within(child, above)


def _definitions(tree: ast.AST, above: str) -> Iterator[str]:
    return (name for name, _ in _within(tree, above))


def _bases(tree: ast.AST, above: str) -> Iterator[tuple[str, str]]:
    for name, node in _within(tree, above):
        for base in node.bases if isinstance(node, ast.ClassDef) else ():
            plain = base.value if isinstance(base, ast.Subscript) else base
            if isinstance(plain, (ast.Name, ast.Attribute)):
                yield name, plain.id if isinstance(plain, ast.Name) else plain.attr


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level  # we write whole names
            yield node.module or ""
            yield from (f"{node.module}.{one.name}" for one in node.names)
