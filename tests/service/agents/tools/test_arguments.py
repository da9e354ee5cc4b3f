"""Reading what agents send."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.errors import BadRequest
from bookwheel.service.agents.tools import arguments
from bookwheel.service.agents.tools.arguments import Argument, Kind
from bookwheel.service.agents.tools.tools import TOOLS

DECLARED = (
    Argument("query", is_required=True),
    Argument("mode", choices=("auto", "keyword"), default="auto"),
    Argument("docs", Kind.WORDS),
    Argument("limit", Kind.NUMBER, least=1, most=50, default=10),
    Argument("explain", Kind.SWITCH),
    Argument("lines", Kind.LINES),
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def test_absent_arguments_take_their_defaults():
    given_ = arguments.parsed(DECLARED, {"query": "wheel", "docs": None})
    assert (given_.text("query"), given_.text("mode"), given_.number("limit")) == ("wheel", "auto", 10)
    assert (given_.words("docs"), given_.switch("explain"), given_.lines("lines")) == ((), False, None)


@pytest.mark.parametrize(
    ("sent", "name", "value"),
    [
        ({"limit": "7"}, "limit", 7),
        ({"limit": 7.0}, "limit", 7),
        ({"docs": "a.md"}, "docs", ("a.md",)),
        ({"docs": '["a.md", "b.md"]'}, "docs", ("a.md", "b.md")),
        ({"docs": "[draft].md"}, "docs", ("[draft].md",)),
        ({"explain": "true"}, "explain", True),
        ({"lines": "10:40"}, "lines", (10, 40)),
        ({"lines": [10, 40]}, "lines", (10, 40)),
        ({"mode": "Keyword"}, "mode", "keyword"),
        ({"query": 42}, "query", "42"),
    ],
)
def test_near_misses_are_understood(sent: dict, name: str, value: object):
    assert arguments.parsed(DECLARED, {"query": "x", **sent}).values[name] == value


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({}, "query is missing."),
        ({"query": "x", "limit": 51}, "limit must be between 1 and 50."),
        ({"query": "x", "limit": True}, "limit must be a whole number."),
        ({"query": {"$ne": 1}}, "query must be a text."),
        ({"query": "x" * 4001}, "query can have at most 4,000 characters."),
        ({"query": "x", "mode": "keywords"}, "mode must be one of auto, keyword."),
        ({"query": "x", "docs": [1, ["a"]]}, "docs must be a text."),
        ({"query": "x", "lines": [40, 10]}, "lines must be the first and the last line"),
        ({"query": "x", "explain": 1}, "explain must be true or false."),
    ],
)
def test_a_misfit_is_named_in_our_words(sent: dict, message: str):
    with pytest.raises(BadRequest) as caught:
        arguments.parsed(DECLARED, sent)
    assert caught.value.message.startswith(message)


def test_arguments_of_few_values_name_them_and_their_usual_one():
    few = {(tool.name, one.name): one.default for tool in TOOLS.values() for one in tool.arguments if one.choices}
    assert few == {
        ("browse", "view"): "collections",
        ("browse", "sort"): "title",
        ("search", "mode"): "auto",
        ("search", "order"): "best",
        ("explore", "view"): "neighbours",
        ("explore", "level"): "data",
        ("remember", "role"): "assistant",
        ("remember", "type"): "note",
    }


def test_an_unknown_argument_brings_near_names():
    with pytest.raises(BadRequest) as caught:
        arguments.parsed(DECLARED, {"query": "x", "limits": 3})
    assert caught.value.did_you_mean == ("limit",)


@given(st.dictionaries(st.sampled_from([one.name for one in DECLARED]) | st.text(max_size=8), JSON, max_size=6))
def test_whatever_is_sent_is_read_or_refused(sent: dict):
    try:
        read = arguments.parsed(DECLARED, sent)
    except BadRequest as error:
        assert len(error.message) < 200
        return
    assert read.text("query") is not None
    assert 1 <= read.number("limit") <= 50
