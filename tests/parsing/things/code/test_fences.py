"""Languages of code blocks."""

from __future__ import annotations

from bookwheel.parsing.documents import parse
from bookwheel.parsing.things.code.fences import language_key


def test_a_section_demonstrates_the_languages_of_its_code() -> None:
    text = "# One\n\n```py\nx = 1\n```\n\n```text\nno\n```\n\n## Two\n\n```Rust\nfn a() {}\n```\n"
    document = parse(text.encode(), "guide.md")
    found = [(one.relation, one.target, one.section, one.line) for one in document.statements]
    assert found == [("demonstrates", "language:python", 0, 3), ("demonstrates", "language:rust", 1, 13)]
    assert {thing.label for thing in document.things} == {"Python", "Rust"}


def test_a_language_has_one_key_whatever_a_fence_calls_it() -> None:
    assert {language_key(name) for name in ("c++", "cpp", "hpp", "CC")} == {"c++"}
    assert {language_key(name) for name in ("js", "javascript", "node", "jsx")} == {"javascript"}
    assert {language_key(name) for name in ("sh", "bash", "console", "zsh")} == {"shell"}
    assert language_key("mermaid") == language_key("text") == language_key("") == ""
