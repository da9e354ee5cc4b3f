"""Marks hold marks, and those that stand too deep are words."""

from __future__ import annotations

from bookwheel.parsing.formats.markup.nested_text import NestedText


def test_what_stands_too_deep_keeps_its_marks_as_words():
    nested = NestedText(1)

    def rewrite(text: str) -> str:
        return f"({nested.write(text[1:], rewrite)})"

    assert nested.write("*****", rewrite) == r"((\*\*\*))"
    assert nested.write("*****", rewrite) == r"((\*\*\*))"
