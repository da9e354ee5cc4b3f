"""The end of a block is found, and one that is missing is not sought again."""

from __future__ import annotations

from bookwheel.parsing.formats.markup.source_lines import BlockEnds

_LINES = [(1, "begin"), (2, "words"), (3, "end"), (4, "heading"), (5, "end")]


def test_the_first_end_is_found():
    ends = BlockEnds()
    assert ends.find(_LINES, 1, "end", lambda line: line == "end") == 2
    assert ends.find(_LINES, 3, "end", lambda line: line == "end") == 4


def test_no_end_is_found_behind_a_line_that_stops_the_search():
    assert BlockEnds().find(_LINES, 3, "end", lambda line: line == "end", lambda line: line == "heading") is None


def test_an_end_that_is_missing_is_sought_once():
    ends = BlockEnds()
    seen: list[str] = []

    def is_end(line: str) -> bool:
        seen.append(line)
        return False

    assert ends.find(_LINES, 0, "end", is_end) is None
    assert ends.find(_LINES, 1, "end", is_end) is None
    assert len(seen) == len(_LINES)
