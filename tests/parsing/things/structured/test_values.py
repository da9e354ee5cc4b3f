from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.parsing.documents import parse
from bookwheel.parsing.things.structured.json_values import read_json, read_json_lines
from bookwheel.parsing.things.structured.toml_values import read_toml
from bookwheel.parsing.things.structured.values import Unreadable, flattened, plain
from bookwheel.parsing.things.structured.yaml_values import read_yaml

NESTED = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


def as_text(value: object) -> object:
    if isinstance(value, dict):
        return {str(key): as_text(one) for key, one in value.items()}
    if isinstance(value, list):
        return [as_text(one) for one in value]
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


@given(NESTED)
def test_json_gives_the_values_of_pythons_parser(value: object) -> None:
    for indent in (None, 1):
        assert plain(read_json(json.dumps(value, indent=indent), "a.json"), -9) == as_text(value)


@given(NESTED)
def test_yaml_gives_the_values_of_pyyaml(value: object) -> None:
    text = yaml.safe_dump(value, allow_unicode=True)
    (found,) = read_yaml(text)
    assert plain(found, -9) == as_text(yaml.safe_load(text))


@pytest.mark.parametrize(
    "text", ["", "{", '{"a"}', '{"a":}', "[1,,2]", "[1 2]", "1 2", "}", '{"a":1]', "{a:1}", "[" * 100, "{]", '"a":1']
)
def test_what_is_no_json_states_nothing(text: str) -> None:
    with pytest.raises(Unreadable):
        read_json(text, "a.json")


def test_json_values_have_the_lines_of_their_keys() -> None:
    value = read_json('{\n "a": 1,\n "b": {\n  "c":\n   [2,\n3]}}', "a.json")
    assert [value.field("a").line, value.field("b").line, value.field("b", "c").line] == [2, 3, 4]
    assert [one.line for one in value.field("b", "c").items or ()] == [5, 6]


def test_rows_of_json_have_their_lines_and_those_beyond_the_bound_are_counted() -> None:
    rows, more = read_json_lines('{"a": 1}\n\nno json\n{"a": 2}\n{"a": 3}\n\n', 2)
    assert [(row.line, row.text_of("a")) for row in rows] == [(1, "1"), (4, "2")]
    assert more == 1


def test_toml_values_have_the_lines_of_their_keys() -> None:
    value = read_toml('a = 1\n[b]\n# c\nd = "x"\n[[e]]\nf = 1\n[[e]]\n\nf = 2\n[e.g]\nh = 3\n["i.j"]\nk = 4\n')
    rows = list(value.field("e").items or ())
    lines = [value.field("b", "d").line, *(row.field("f").line for row in rows), rows[1].field("g", "h").line]
    assert lines == [4, 6, 9, 11]
    assert value.field("i.j", "k").line == 13


def test_an_alias_is_what_its_anchor_names_and_a_merge_gives_way_to_what_is_written() -> None:
    (value,) = read_yaml("a: &a {x: 1, y: 2}\nb: *a\nc:\n  <<: *a\n  y: 3\n")
    assert plain(value) == {"a": {"x": "1", "y": "2"}, "b": {"x": "1", "y": "2"}, "c": {"x": "1", "y": "3"}}
    assert value.field("b").line == 2


BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{above}'] * 9)}]\n" for above, name in zip("abcdefgh", "bcdefghi", strict=True)
)
MERGES = "a: &a {x: 1}\n" + "".join(
    f"{name}: &{name} {{<<: [{', '.join([f'*{above}'] * 9)}], {name}k: 1}}\n"
    for above, name in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    "text",
    [
        BOMB,
        MERGES,
        "a: &a\n  b: *a\n",
        "&a [*a, *a]\n",
        "a: &a {<<: *a}\n",
        "a: !!python/object/apply:os.system ['true']\nb: !x {c: 1}\n",
        "[" * 5000,
        "- " * 500 + "a\n",
    ],
)
def test_bombs_cycles_and_tags_cost_little_and_lose_nothing(text: str) -> None:
    head = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n"
    content = head + "\n".join(f"  {line}" for line in text.split("\n"))
    assert parse(content.encode(), "a.yaml").text.count("apiVersion") == 1


def test_flattening_takes_a_bounded_number_of_steps() -> None:
    (value,) = read_yaml(BOMB)
    assert sum(1 for _ in flattened(value)) == 60


def test_flattening_joins_names_by_dots_and_leaves_long_values_out() -> None:
    (value,) = read_yaml(f"a: {{b: 1, c: [x, y], d: [{{e: 2}}]}}\nf: {'z' * 251}\ng: ''\nh: [{{name: N, value: v}}]\n")
    pairs = [(name, one.text) for name, one in flattened(value)]
    assert pairs == [("a.b", "1"), ("a.c", "x"), ("a.c", "y"), ("a.d.0.e", "2"), ("h.N", "v")]


@pytest.mark.parametrize("name", ["a.json", "a.yaml"])
def test_a_file_too_large_says_that_the_graph_has_none_of_it(name: str) -> None:
    document = parse(b'["' + b"x " * 4_100_000 + b'"]', name)
    assert "The file is larger than 8 MB, so the graph does not include its records." in document.warnings
    assert not document.things
