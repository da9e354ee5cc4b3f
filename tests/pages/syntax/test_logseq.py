from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.document import Dialect
from bookwheel.pages.syntax import logseq
from tests.pages.rendering import Elements, html


def shown(text: str) -> Elements:
    return Elements(html(text, Dialect.OBSIDIAN))


def test_fields_are_set_apart_and_machines_own_are_hidden():
    found = shown(
        "type:: [[Feature]]\nplatforms:: all\nid:: 5feb30e3-fedc-4c2a-aa03-b44020c21c68\n\n- a\n  collapsed:: true\n"
    )
    assert [span["class"] for span in found.of("span")] == ["field", "field-name"] * 2
    assert found.of("a")[0]["href"].endswith("/Feature")
    assert found.words.split() == ["type", "Feature", "platforms", "all", "a"]


def test_bracketed_fields_lose_their_colons_outside_code():
    found = shown("- [ ] do it [due:: 2026-01-02] (who:: me) `[a:: b]`")
    assert found.words.split() == ["do", "it", "due", "2026-01-02", "me", "[a::", "b]"]


@pytest.mark.parametrize("source", ["std::vec is a type", "a `b:: c`", "```\na:: b\n```", "http://x::y"])
def test_colons_of_other_kinds_stay(source: str):
    assert "field" not in html(source, Dialect.OBSIDIAN)


def test_blocks_of_logseq_become_code_and_callouts():
    found = html("- #+BEGIN_SRC python\n  x:: 1\n  #+END_SRC\n- #+BEGIN_TIP\n  y\n  #+END_TIP\n", Dialect.OBSIDIAN)
    assert 'data-language="python"' in found and 'class="callout tip"' in found
    assert "BEGIN" not in found and "END" not in found and ":::" not in found


def test_macros_and_references_are_never_shown_raw():
    found = shown(
        "- One\n  id:: 5feb30e3-fedc-4c2a-aa03-b44020c21c68\n- see ((5feb30e3-fedc-4c2a-aa03-b44020c21c68))\n"
        "- {{query (task now)}}\n- {{renderer :x}} {{cloze kept}}\n- {{video https://example.org/v}}\n"
    )
    assert "{{" not in found.words and "((" not in found.words
    assert "see One" in found.words and "Query: (task now)" in found.words and "kept" in found.words
    assert any(link.get("href") == "https://example.org/v" for link in found.of("a"))


@given(st.text(alphabet=st.sampled_from("ab:-[](){}#+_`~ \nBEGINQUOT"), max_size=120))
def test_lines_are_neither_lost_nor_won(text: str):
    assert logseq.expand(text).count("\n") == text.count("\n")


def test_shapes_of_hiccup_are_left_out():
    assert shown('- kept\n  [:div [:img {:src "https://example.org/a.png"}]]\n- [x](y)').words.split() == ["kept", "x"]
