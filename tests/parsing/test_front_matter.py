"""Front matter."""

from __future__ import annotations

import json
import time

import pytest

from bookwheel.domain.document import Document, LinkKind
from bookwheel.parsing.documents import parse


def page(text: str, path: str = "notes/a-page.md") -> Document:
    return parse(text.encode(), path)


def values(document: Document, name: str) -> tuple[str, ...]:
    return dict(document.fields).get(name, ())


@pytest.mark.parametrize(
    "header",
    [
        '---\ntitle: Rain\ntags: [a, "b c"]\n---\n',
        '+++\ntitle = "Rain"\ntags = ["a", "b c"]\n+++\n',
        '{\n "title": "Rain",\n "tags": ["a", "b c"]\n}\n',
    ],
)
def test_yaml_toml_and_json_headers_say_the_same(header: str):
    document = page(header + "\nBody here.\n")
    assert (document.title, document.tags, document.sections[0].prose) == ("Rain", ("a", "b c"), "Body here.")
    assert not document.warnings


def test_values_stay_as_they_were_written():
    document = page("---\ndate: 2024-03-01\nversion: 1.10\ncountry: no\nat: 12:30:45\nmode: 010\ndraft: true\n---\nx\n")
    written = [values(document, name)[0] for name in ("date", "version", "country", "at", "mode", "draft")]
    assert written == ["2024-03-01", "1.10", "no", "12:30:45", "010", "true"]
    assert document.date == "2024-03-01"


def test_impossible_date_is_kept_as_a_field_and_warned_about():
    document = page("---\ndate: 2024-02-30\n---\nx\n")
    assert document.date == ""
    assert values(document, "date") == ("2024-02-30",)
    assert document.warnings


def test_invalid_yaml_keeps_the_body_and_the_plain_lines():
    document = page("---\ntitle: Foo: bar: baz\n---\nzebra\n")
    assert (document.title, document.sections[0].prose) == ("Foo: bar: baz", "zebra")
    assert "not valid YAML" in document.warnings[0]


def test_header_without_end_is_body():
    document = page("---\ntitle: never closed\nzebra text\n")
    assert "zebra text" in document.sections[0].prose
    assert "no closing line" in document.warnings[0]


def test_rules_around_prose_are_no_header():
    document = page("---\nJust prose between rules.\n\nAnd more of it.\n---\nrest\n")
    assert "Just prose" in document.text[document.sections[0].start_byte :]
    assert document.header_json == "{}"


def test_list_at_the_top_is_body():
    assert "a\nb" in page("---\n- a\n- b\n---\nzebra\n").sections[0].prose


def test_file_that_is_all_header_has_one_empty_section():
    document = page("---\ntitle: only\n---")
    assert [(section.anchor, section.prose) for section in document.sections] == [("top", "")]
    assert document.title == "only"


def test_python_tags_are_not_run(tmp_path):
    target = tmp_path / "made"
    document = page(f"---\nx: !!python/object/apply:os.system ['touch {target}']\n---\nzebra\n")
    assert not target.exists()
    assert document.sections[0].prose == "zebra"


def merges(levels: int, width: int) -> str:
    """Tables of which every one takes in the one before `width` times: `width ** levels` pairs in all."""
    row = "a0: &a0 {" + ", ".join(f"k{number}: v" for number in range(10)) + "}\n"
    for level in range(1, levels):
        row += f"a{level}: &a{level} {{<<: [{', '.join([f'*a{level - 1}'] * width)}], x{level}: 1}}\n"
    return row


@pytest.mark.timeout(30)
@pytest.mark.parametrize(("levels", "width"), [(60, 2), (12, 12), (60, 40)])
def test_merge_keys_that_multiply_are_refused_in_a_sentence(levels: int, width: int):
    document = page(f"---\ntitle: T\n{merges(levels, width)}---\n\nzebra\n")
    assert any("its merge keys stand for more than 20,000 values" in warning for warning in document.warnings)
    assert (document.title, document.sections[-1].prose) == ("T", "zebra")


def test_merge_keys_take_in_the_pairs_of_other_tables():
    document = page("---\nbase: &base {tags: [zoo]}\nmine: {<<: *base, kind: x}\n<<: *base\n---\nzebra\n")
    assert json.loads(document.header_json)["mine"] == {"tags": ["zoo"], "kind": "x"}
    assert document.tags == ("zoo",)
    assert not document.warnings


@pytest.mark.timeout(30)
def test_a_toml_key_of_thousands_of_parts_is_refused_in_a_sentence():
    lines = "".join(f"k{number}=1\n" for number in range(15_000))
    document = page(f"+++\n[{'.'.join('a' * 60_000)}]\n{lines}+++\nzebra\n")
    assert document.warnings == ("The front matter is not valid TOML (a key has too many parts).",)
    assert document.sections[0].prose == "zebra"


@pytest.mark.parametrize(
    "header",
    [
        "a: &a [x,x,x,x,x,x,x,x,x]\n"
        + "".join(f"{c}: &{c} [{','.join([f'*{p}'] * 9)}]\n" for p, c in zip("abcdefgh", "bcdefghi", strict=True)),
        "a: &a\n  b: *a\n",
        "x: " + "[" * 5000 + "]" * 5000 + "\n",
        "x: " + "{a: " * 3000 + "}" * 3000 + "\n",
        "x:\n  " + "- " * 5000 + "y\n",
        "? " * 5000 + "y\n",
        "k" * 70_000 + ": v\n",
        "tags: " + ", ".join(f"t{number}" for number in range(5000)) + "\n",
        "a" + " " * 200_000 + "b\n",
        '"\\ud800": "\\udfff\\0"\n',
    ],
    ids=["bomb", "recursion", "brackets", "braces", "dashes", "questions", "key", "tags", "spaces", "surrogates"],
)
def test_hostile_header_ends_soon_and_keeps_the_body(header: str):
    started = time.process_time()
    document = page(f"---\ntitle: T\n{header}---\n\nzebra\n")
    assert time.process_time() - started < 2
    assert document.sections[-1].prose.endswith("zebra")
    json.dumps([document.header_json, document.fields]).encode()
    document.header_json.encode()


def test_wrong_types_are_tolerated():
    document = page("---\ntitle: 123\ntags: 5\naliases: {a: b}\ndate: [1, 2]\ntype: [x]\n---\nzebra\n")
    assert (document.title, document.type) == ("123", "x")


def test_wikilinks_in_values_are_links_quoted_or_not():
    text = '---\nup: [[Parent Note]]\nrelated:\n  - "[[A#b|label]]"\n  - [[C]]\n  - other/page.md#part\n---\nx\n'
    links = [(link.kind, link.target, link.fragment, link.line) for link in page(text).links]
    assert links == [
        (LinkKind.WIKILINK, "Parent Note", "", 2),
        (LinkKind.WIKILINK, "A", "b", 4),
        (LinkKind.WIKILINK, "C", "", 5),
        (LinkKind.MARKDOWN, "other/page.md", "part", 6),
    ]
    assert values(page(text), "up") == ("[[Parent Note]]",)


def test_nested_fields_have_dotted_names():
    assert values(page("---\nAuthor: {Name: Ada, Born: 1815}\n---\nx\n"), "author.name") == ("Ada",)


def test_fields_that_name_documents_are_links_with_their_relation_and_line():
    text = (
        "---\ntitle: a\nsupersedes: [a.md, 'ADR 2']\nsuperseded-by: '[Later](later.md#now)'\nrequires: a\n"
        "Depends-On: '[[base|the base]]'\nrelated: [[C]]\nreferences:\n  - https://example.org/x\n"
        "---\n# T\n\n[l](m.md)\n"
    )
    links = [(link.relation, link.kind, link.target, link.fragment, link.text, link.line) for link in page(text).links]
    assert sorted(links) == sorted(
        [
            ("supersedes", LinkKind.MARKDOWN, "a.md", "", "a.md", 3),
            ("supersedes", LinkKind.NAME, "numbered:adr-2", "", "ADR 2", 3),
            ("supersededBy", LinkKind.MARKDOWN, "later.md", "now", "Later", 4),
            ("dependsOn", LinkKind.WIKILINK, "a", "", "a", 5),
            ("dependsOn", LinkKind.WIKILINK, "base", "", "the base", 6),
            ("relatedTo", LinkKind.WIKILINK, "C", "", "", 7),
            ("references", LinkKind.MARKDOWN, "https://example.org/x", "", "https://example.org/x", 9),
            ("", LinkKind.MARKDOWN, "m.md", "", "l", 13),
        ]
    )
