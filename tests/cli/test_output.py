from __future__ import annotations

import io

import pytest

from bookwheel.cli.output import Output, clean, lasting, shortened, sized, width
from bookwheel.cli.program import VERBS, parser
from bookwheel.domain.errors import NotFound


def test_table_is_aligned_by_what_a_terminal_shows():
    stream = io.StringIO()
    Output(stream, is_json=False).table([("日本", "1"), ("abc", "22")], right=frozenset({1}))
    assert stream.getvalue() == "日本   1\nabc   22\n"


def test_no_colours_where_there_is_no_terminal():
    assert Output(io.StringIO(), is_json=False).styled("word", "bold") == "word"


@pytest.mark.parametrize("text", ["\x1b[2J", "\x07", "\u202e", "\x9b1m"])
def test_clean_takes_out_what_acts_on_a_terminal(text: str):
    assert clean(f"a{text}b\tc\n")[0] == "a"
    assert not set(clean(text)) & {"\x1b", "\x07", "\u202e", "\x9b"}


def test_joiners_that_scripts_need_stay():
    assert clean("می\u200cخواهم") == "می\u200cخواهم"


def test_shortened_text_fits():
    assert shortened("wheel", 5) == "wheel"
    assert width(shortened("日本語の本", 6)) <= 6


def test_sizes_and_durations_are_for_people():
    assert [sized(size) for size in (12, 45_000, 4_800_000, 2_500_000_000)] == [
        "12 bytes",
        "45.0 kB",
        "4.8 MB",
        "2.5 GB",
    ]
    assert [lasting(seconds) for seconds in (7, 75, 3720)] == ["7 s", "1:15 min", "1:02 h"]


def test_errors_name_what_helps(capsys: pytest.CaptureFixture[str]):
    error = NotFound("There is no document a.", did_you_mean=("b", "c"), next="bookwheel browse")
    Output(io.StringIO(), is_json=False).error(error)
    shown = capsys.readouterr().err
    assert shown == "bookwheel: There is no document a.\n  did you mean: b, c\n  next: bookwheel browse\n"


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_and_json(verb: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        parser(verb).parse_args([verb, "--help"])
    assert ended.value.code == 0
    assert "--json" in capsys.readouterr().out
