"""What Java states."""

from __future__ import annotations

from tests.parsing.things.code.statements import kinds, parsed, stated

TEXT = """package a.b;
import java.util.List;
import a.other.*;
import static a.Tools.check;

public class Round<T> extends Base<T> implements Shape, Comparable<Round> {
  static final int MOST = 3;
  int size;
  Round() { this.draw(); }
  void draw() {
    List.of(1); new Inner(); check(); helper.go(); Math.abs(1);
    new Runnable() { public void run() { draw(); } };
  }
  static class Inner {}
}
enum Kind { ONE { void m() {} }; void of() {} }
"""


def test_definitions_go_by_package() -> None:
    document = parsed(TEXT, "src/Round.java")
    assert kinds(document) == {
        "Round": "class", "Round.MOST": "constant", "Round.Round": "method", "Round.draw": "method",
        "Round.Inner": "class", "Kind": "enum", "Kind.of": "method",
    }  # fmt: skip
    assert ("a.b", "a.b.Round") in stated(document, "contains")


def test_imports_and_bases_are_whole_names() -> None:
    document = parsed(TEXT, "src/Round.java")
    assert {target for _, target in stated(document, "imports")} == {"java.util.List", "a.other", "a.Tools.check"}
    assert stated(document, "inherits") == {
        ("a.b.Round", "a.b.Base"), ("a.b.Round", "a.b.Shape"), ("a.b.Round", "java.lang.Comparable"),
    }  # fmt: skip


def test_calls_are_resolved_by_class_and_imports() -> None:
    assert stated(parsed(TEXT, "src/Round.java"), "calls") == {
        ("a.b.Round.Round", "a.b.Round.draw"),
        ("a.b.Round.draw", "java.util.List.of"),
        ("a.b.Round.draw", "a.b.Round.Inner"),
        ("a.b.Round.draw", "a.Tools.check"),
        ("a.b.Round.draw", "java.lang.Math.abs"),
        ("a.b.Round.draw", "java.lang.Runnable"),
    }
