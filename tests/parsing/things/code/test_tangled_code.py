"""Code that no parser can make sense of costs its own names, and no more than a moment."""

from __future__ import annotations

import pytest

from bookwheel.parsing.documents import parse

TEXTS = {
    name: f"{part * (60 // len(part))}\n" * 5000
    for name, part in {"brackets": "(", "subscripts": "a[", "templates": "`${", "calls": "f("}.items()
}


@pytest.mark.parametrize("suffix", [".py", ".js", ".ts", ".go", ".rs", ".java", ".c", ".cpp"])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_tangled_code_is_a_document_all_the_same(text: str, suffix: str) -> None:
    document = parse(text.encode(), f"a{suffix}")  # without a bound some take minutes, more than a test may
    assert document.text == text and document.sections


def test_code_that_cannot_be_read_in_time_says_so() -> None:
    document = parse(TEXTS["brackets"].encode(), "a.py")
    assert [str(warning) for warning in document.warnings] == [
        "Parsing the code took too long, so the graph does not include its definitions."
    ]
    assert not document.statements
