"""Tasks as documents write them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bookwheel.parsing.prose_lines import prose_lines
from bookwheel.parsing.tasks import written_tasks

NOTE = """---
tasks: "- [ ] not this"
---
# Plan

- [ ] Write **the** [[Outline|outline]] 📅 2026-01-02 #work/book ⏫
* [x] Buy ash ✅ 2026-01-03
  1. [/] Turn the wheel [due:: 2026-02-30] (scheduled:: 2026-02-01)
> - [-] Ask `Ramelli` ^block-1
- [ ]
- [link](x.md) and [ ] no box
```
- [ ] an example
```
%%
- [ ] a comment
%%
+ [?] due:: 2026-03-04 call [Ada](ada.md) 🆔 abc
"""


def test_tasks_are_found_with_their_lines_days_tags_and_priority() -> None:
    found = list(written_tasks(NOTE))
    assert [(task.line, task.mark, task.text) for task in found] == [
        (6, " ", "Write the outline #work/book"),
        (7, "x", "Buy ash"),
        (8, "/", "Turn the wheel [due:: 2026-02-30]"),
        (9, "-", "Ask Ramelli"),
        (18, "?", "call Ada"),
    ]
    first, bought, turn, _, call = found
    assert (first.due, first.tags, first.priority) == ("2026-01-02", ("work/book",), "high")
    assert (bought.done, bought.is_done, first.is_done) == ("2026-01-03", True, False)
    assert (turn.due, turn.scheduled, turn.is_done) == ("", "2026-02-01", False)
    assert call.due == "2026-03-04"


def test_what_is_code_comment_or_front_matter_is_not_prose() -> None:
    text = "---\na: b\n---\none\n~~~~\ntwo\n~~~\n~~~~\n<!-- x -->\n<!--\nthree\n-->\nfour"
    assert list(prose_lines(text)) == [(4, "one"), (9, "<!-- x -->"), (13, "four")]


@given(st.text(alphabet="-[]( )x>\n`~%<!#📅2026-:due", max_size=300))
def test_any_text_has_tasks_in_its_own_lines(text: str) -> None:
    lines = text.split("\n")
    for task in written_tasks(text):
        assert "[" in lines[task.line - 1] and 1 <= task.line <= len(lines)
