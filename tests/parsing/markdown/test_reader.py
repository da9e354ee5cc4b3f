"""Markdown to sections, links, tags and text."""

from __future__ import annotations

import time

import pytest

from bookwheel.domain.document import Dialect, Document, LinkKind
from bookwheel.parsing.documents import parse
from bookwheel.parsing.markdown import reader as markdown
from bookwheel.parsing.markdown.markdown_it_events import fallback_events


def page(text: str, dialect: Dialect = Dialect.GFM) -> Document:
    return parse(text.encode(), "notes/page.md", dialect=dialect)


def links(text: str) -> list[tuple[LinkKind, str, str, str]]:
    return [(link.kind, link.target, link.fragment, link.text) for link in page(text).links]


def prose(text: str, dialect: Dialect = Dialect.GFM) -> str:
    return "\n".join(section.prose for section in page(text, dialect).sections)


def test_sections_follow_the_headings_at_the_top_level():
    document = page("intro\n\n# A\n\n> # quoted\n\n- # listed\n\n## B\nSetext\n======\n```\n# code\n```\n")
    assert [(one.anchor, one.level, one.title) for one in document.sections] == [
        ("top", 0, "A"),
        ("a", 1, "A"),
        ("b", 2, "B"),
        ("setext", 1, "Setext"),
    ]
    assert [one.heading_path for one in document.sections] == [(), (), ("A",), ()]
    assert [one.parent for one in document.sections] == [-1, -1, 1, -1]


def test_first_section_starts_at_its_heading_when_only_blank_lines_precede():
    document = page("---\ntitle: x\n---\n\n\n# A\ntext\n")
    assert [(one.anchor, one.start_line, one.end_line) for one in document.sections] == [("a", 6, 7)]


def test_anchors_are_explicit_ids_or_slugs_and_unique():
    text = "# Dup\n# Dup\n# Dup-1\n## `code` **b** [l](x.md) {#my_id}\n# {#my_id}\n# Größe, naïve: café!\n# Top\n"
    assert [one.anchor for one in page(text).sections] == [
        "dup", "dup-1", "dup-1-1", "my_id", "my_id-1", "größe-naïve-café", "top",
    ]  # fmt: skip


def test_heading_of_a_shortcode_alone_is_named_by_its_words():
    section = page('## {{% heading "whatsnext" %}}\n').sections[0]
    assert (section.title, section.anchor) == ("What’s next", "whats-next")
    assert page('## {{% thing "other words" %}}\n').sections[0].title == "other words"


def test_links_of_every_syntax_are_found():
    text = (
        "[a](x.md#y) [b][r] [r] ![i](p.png) [[W]] [[W#H|label]] ![[E.png|300]] <https://e.org/#f> "
        '<a href="h.md">there</a> <img src="i.png"> [[#Local]]\n\n[r]: ref.md "T"\n'
    )
    assert links(text) == [
        (LinkKind.MARKDOWN, "x.md", "y", "a"),
        (LinkKind.REFERENCE, "ref.md", "", "b"),
        (LinkKind.REFERENCE, "ref.md", "", "r"),
        (LinkKind.IMAGE, "p.png", "", "i"),
        (LinkKind.WIKILINK, "W", "", "W"),
        (LinkKind.WIKILINK, "W", "H", "label"),
        (LinkKind.EMBED, "E.png", "", ""),
        (LinkKind.MARKDOWN, "https://e.org/", "f", "https://e.org/#f"),
        (LinkKind.HTML, "h.md", "", "there"),
        (LinkKind.IMAGE, "i.png", "", ""),
        (LinkKind.WIKILINK, "", "Local", "#Local"),
    ]


def test_code_and_comments_hold_no_links_and_no_tags():
    document = page("`[[a]] #no` <!-- [[b]] #no <a href='c'> -->\n\n```\n[[d]] #no\n```\n\n    [[e]] #no\n")
    assert (document.links, document.tags) == ((), ())


def test_link_knows_its_line_and_section():
    document = page("---\na: 1\n---\n# A\n\n# B\n\ntext\n[l](x.md)\n")
    assert [(link.line, link.section) for link in document.links] == [(9, 1)]


def test_brackets_around_a_link_text_are_no_wikilink():
    assert links("see [[1]](notes.md#one)\n") == [(LinkKind.MARKDOWN, "notes.md", "one", "1")]


def test_what_asks_for_the_contents_is_no_link_and_a_remark_no_text():
    assert links("# A\n\n[[toc]]\n\n[[_TOC_]]\n\n[[Toc of it]]\n") == [
        (LinkKind.WIKILINK, "Toc of it", "", "Toc of it")
    ]
    (section,) = page("# A\n\n[[toc]]\n\nOne {/* two */} three.\n").sections
    assert "toc" not in section.prose and "two" not in section.prose and "three" in section.prose


def test_escaped_pipe_in_a_table_still_divides_a_wikilink():
    assert links("| a |\n|---|\n| [[A\\|shown]] |\n") == [(LinkKind.WIKILINK, "A", "", "shown")]


def test_inline_tags_nest_and_keep_every_script():
    text = "# Not #heading\n\n#one two #a/b-c (#日本語) #über-tag #tag/🎉, #one. x#no #12 #fff #1a2b3c \\#no https://e.org/#no\n"
    text += "\n{{#no a.rs}}\n"
    assert page(text).tags == ("one", "a/b-c", "日本語", "über-tag", "tag/🎉")


def test_tags_come_from_every_label_field_once():
    assert page("---\ntags: [a, '#b']\nkeywords: c, A\nlabels:\n- d e\n---\n#b #f\n").tags == (
        "a",
        "b",
        "c",
        "d e",
        "f",
    )


def test_inline_fields_are_fields():
    document = page("type:: [[Feature]]\ntags:: x, [[y z]]\n\n# A\n- Due:: tomorrow\n- [cost:: 5]\n```\nno:: no\n```\n")
    fields = dict(document.fields)
    assert (fields["due"], fields["cost"], "no" in fields) == (("tomorrow",), ("5",), False)
    assert (document.type, document.tags) == ("feature", ("x", "y z"))


def test_paths_of_a_programming_language_are_no_fields():
    assert page("Use std::vec and `a:: b` (std::io).\n").fields == ()


def test_prose_is_what_a_reader_sees():
    text = (
        "# H\n\nFirst *line*\nwrapped `code`. ![alt text](i.png)\n\n"
        "| a | b |\n|---|---|\n| 1 | |\n\n- one\n- two[^1]\n\n"
        '<p>html <b>bold</b> &amp; more</p>\n\nA {{< glossary_tooltip text="pod" >}} runs.{{% /note %}}\n\n'
        "> [!tip]- Folded\n> inside\n\n[^1]: the footnote\n\n<!-- hidden --><style>p{}</style>\n"
    )
    assert prose(text).split("\n") == [
        "First line wrapped code. alt text", "a | b", "1", "one", "two", "html bold & more", "A pod runs.",
        "Folded inside", "the footnote",
    ]  # fmt: skip


def test_comment_that_never_closes_hides_nothing():
    assert "zebra" in prose("# t\n<!-- open zebra\n\nmore\n")


def test_code_is_kept_apart_and_fences_know_their_language():
    document = page("# A\n```rust,ignore\nfn x() {}\n```\n\n    indented\n\n~~~{.python}\nprint\n~~~\n")
    assert document.sections[0].code == "fn x() {}\n\nindented\n\nprint"
    assert [(one.language, one.start_line, one.end_line) for one in document.fences] == [
        ("rust", 2, 4),
        ("", 6, 6),
        ("python", 8, 10),
    ]


def test_fence_left_open_is_code_to_the_end():
    document = page("# t\n```python\nprint('zebra')\n# not a heading\n")
    assert [one.title for one in document.sections] == ["t"]
    assert "zebra" in document.sections[0].code


def test_mkdocs_admonition_is_prose_with_links():
    text = '!!! note "Take care"\n    Read [this](x.md).\n\n    More.\n\nAfter.\n'
    document = page(text, Dialect.MKDOCS)
    assert [link.target for link in document.links] == ["x.md"]
    assert "More." in document.sections[0].prose
    assert document.sections[0].end_byte == len(text)


@pytest.mark.parametrize(
    "text",
    [
        ">" * 5000 + " zebra\n",
        "".join("  " * depth + f"- l{depth}\n" for depth in range(300)) + "zebra\n",
        "[" * 20_000 + "a" + "]" * 20_000 + " zebra\n",
        "*a _b " * 8000 + " zebra\n",
        "[a](<b" * 12_000 + "\nzebra\n",
        "<!-- " * 20_000 + "\n\nzebra --> zebra\n",
        "<h1>" * 20_000 + "\n\nzebra\n",
        "(a::x" * 20_000 + " zebra\n",
        "# {" + "#" * 50_000 + "} }\nzebra\n",
        "a" + " " * 100_000 + "b zebra\n",
        "[![](a)](b)" * 10_000 + " zebra\n",
        "{{<" * 20_000 + " zebra\n",
        "#" * 50_000 + " zebra\n",
        "|" + "c|" * 3000 + "\n|" + "-|" * 3000 + "\n|" + "v|" * 3000 + "\nzebra\n",
        "{/*é" * 50_000 + " zebra\n",
        "[[a]](b" * 50_000 + " zebra\n",
        "![a" * 10_000 + "](x)" * 10_000 + " zebra\n",
        "<div>\n<img " + 'alt="a" ' * 25_000 + " zebra\n",
        "<div>\n" + '<a href="x">y</a>\n' * 40_000 + "zebra\n",
        '{{< glossary_tooltip term_id="zebra" >}}\n\n```\nx\n```\n\n' * 15_000,
        '`{{< glossary_tooltip term_id="zebra" >}}' * 20_000,
        "---\n" + 'zebra: "[[x]]"\n' * 40_000 + "---\n",
        "---\nrelated:\n" + "".join(f"- a{number}\n" for number in range(2000)) + "# a\n" * 50_000 + "---\nzebra\n",
    ],
)  # fmt: skip
def test_hostile_markdown_takes_linear_time(text: str):
    started = time.process_time()
    document = page(text)
    assert time.process_time() - started < 3
    assert "zebra" in document.text


def test_fallback_finds_the_same_sections_links_and_text():
    text = "intro [a](x.md)\n\n# A *b*\n\npara `c`\nmore\n\n```py\ncode\n```\n\n## B\n\n- one\n- two ![i](p.png)\n"
    text += "\n<p>html</p>\n"
    fast = markdown.read(text, Dialect.COMMONMARK)
    slow = markdown.Reader(text, Dialect.COMMONMARK).read(fallback_events(text))
    assert [(one.title, one.start, one.line, one.prose, one.code) for one in slow.pieces] == [
        (one.title, one.start, one.line, one.prose, one.code) for one in fast.pieces
    ]
    assert [(one.kind, one.target, one.text) for one in slow.links] == [
        (one.kind, one.target, one.text) for one in fast.links
    ]


def test_tags_are_not_prose_even_with_brackets_in_their_attributes():
    listing = '<Listing number="15-23" caption="panics `RefCell<T>`">\n\nAn `x`.\n\n</Listing>\n'
    assert "".join(section.prose for section in parse(listing.encode(), "a.md").sections).strip() == "An x."
    link = '- items ([]<a href="{{< ref "../volume#File" >}}">File</a>)\n'
    assert "href" not in "".join(section.prose for section in parse(link.encode(), "a.md").sections)


def test_glossary_marks_are_links_to_the_entry_of_their_term():
    text = (
        '---\ntitle: T\n---\n# One\n\nA {{< glossary_tooltip text="big pod" term_id="pod" >}} and\n'
        '`{{< glossary_tooltip term_id="code" >}}`.\n\n## Two\n\n'
        '{{% glossary_definition term_id="Node" length="all" %}}\n'
        '\n```\n{{< glossary_tooltip term_id="fenced" >}}\n```\n{{< glossary_tooltip text="no term" >}}\n'
    )
    links = parse(text.encode(), "a.md").links
    assert [(link.kind, link.target, link.text, link.line, link.section) for link in links] == [
        (LinkKind.SHORTCODE, "glossary/pod", "big pod", 6, 0),
        (LinkKind.SHORTCODE, "glossary/Node", "Node", 11, 1),
    ]


def test_a_line_of_code_that_stands_for_a_file_is_no_prose():
    text = "# A\n\n```rust\n{{#rustdoc_include ../listings/src/main.rs:here}}\n```\n\nUse `{{#include x}}` there.\n"
    assert parse(text.encode(), "a.md").sections[0].prose.split("\n")[-1] == "Use {{#include x}} there."
    assert "listings" not in parse(text.encode(), "a.md").sections[0].prose


def test_comments_of_a_vault_are_neither_sections_nor_words_nor_links():
    text = "# A\n%%todo%% text [[B]] %%[[C]] #d%%\n\n%%\n## Hidden\n\nwords\n%%\n\n## `50%%` E %%x%%\nend `%%kept%%`\n"
    document = page(text, Dialect.OBSIDIAN)
    assert [(one.title, one.start_line) for one in document.sections] == [("A", 1), ("50%% E", 10)]
    assert [one.prose for one in document.sections] == ["text B", "end %%kept%%"]
    assert [link.target for link in document.links] == ["B"] and not document.tags
    assert document.text == text and document.sections[1].start_byte == text.index("## `50")
    assert "Hidden" in [one.title for one in page(text).sections]


def test_words_of_badges_are_not_of_the_text():
    badge = "https://img.shields.io/x.svg"
    assert prose(f"[![Build]({badge})](ci.md) ![Own](b.png) [![Ref][r]](ci.md)\n\n[r]: {badge}") == "Own"
    assert prose(f'<p><a href="ci.md"><img alt="Build" src="{badge}"></a> <img src="b.png" alt="Own"></p>') == "Own"
    assert prose(f'In <img src="{badge}" alt="Build"> line').split() == ["In", "line"]
