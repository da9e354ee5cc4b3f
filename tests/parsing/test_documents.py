"""What holds for every document, and the rules of names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bookwheel.domain.document import Dialect, Document
from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.formats import format_of
from bookwheel.parsing.anchors import slug
from bookwheel.parsing.document_sections import words_in
from bookwheel.parsing.documents import parse
from bookwheel.parsing.languages import vote
from bookwheel.parsing.markdown.dialects import detect

_PIECES = st.sampled_from(
    ["# A\n", "## A\n", "# A {#x}\n", "---\n", "+++\n", "title: [[x]]\n", "tags: a, b\n", "{", '"a": 1}', "```\n",
     "    x\n", "> ", "- ", "1. ", "[[a#b|c]]", "![[i]]", "[x](y)", "[r]: /u\n", "<a href='q'>", "<!-- ", "-->",
     "<script>", "| a | b |\n", "|--|--|\n", "#tag/é ", "key:: value\n", "{{< x text=\"y\" >}}", "\r\n", "\r",
     "\n\n", "\0", "\ufeff", "\u2028", "\x0c", "\x1c", "é", "漢字。", "🎉", " ", "\t", "CHAPTER I\n\n",
     "* * *\n\n", "Setext\n===\n", "[^1]", "[^1]: note\n", "%%", ":::", "&amp;", "\\", "`",
     "!!! note\n    x\n"]
)  # fmt: skip
_TEXTS = st.lists(_PIECES | st.text(max_size=20), max_size=30).map("".join)
_PATHS = st.sampled_from(["a.md", "guide/index.md", "b.txt", "README", "x/y z.mdx"])
_EVERY = settings(suppress_health_check=[HealthCheck.too_slow])


def check(document: Document) -> None:
    raw = document.text.encode()
    lines = document.text.split("\n")
    at = document.sections[0].start_byte
    for place, section in enumerate(document.sections):
        assert section.start_byte == at <= section.end_byte
        at = section.end_byte
        source, by_lines = (
            raw[section.start_byte : at].decode(),
            "\n".join(lines[section.start_line - 1 : section.end_line]),
        )
        assert source in (by_lines, f"{by_lines}\n")
        assert -1 <= section.parent < place
    assert at == len(raw)
    assert len({section.anchor for section in document.sections}) == len(document.sections)
    assert all(0 <= link.section < len(document.sections) for link in document.links)
    assert all(1 <= link.line <= len(lines) for link in document.links)
    assert document.title or not document.path
    assert "\r" not in document.text and "\0" not in document.text


@_EVERY
@given(_TEXTS, _PATHS, st.sampled_from(list(Dialect)))
def test_every_text_parses_into_sections_that_partition_and_reproduce_it(text: str, path: str, dialect: Dialect):
    try:
        check(parse(text.encode("utf-8", "surrogatepass"), path, dialect=dialect))
    except SkippedFile:
        assert any(one == "\0" or "\ud800" <= one <= "\udfff" for one in text)


@_EVERY
@given(st.binary(max_size=400) | _TEXTS.map(lambda text: text.encode("utf-16", "surrogatepass")), _PATHS)
def test_every_file_parses_or_is_skipped_with_a_reason(content: bytes, path: str):
    try:
        document = parse(content, path, format="text")
    except SkippedFile as skipped:
        assert skipped.message
    else:
        check(document)


@pytest.mark.parametrize(
    ("path", "expected"),
    [("a.md", "markdown"), ("A.MD", "markdown"), ("x/b.markdown", "markdown"), ("notes.txt", "text"),
     ("README", "text"), ("LICENSE", "text"), ("a.rst", "rst"), ("a.xyz", ""), ("photo.psd", ""),
     (".env", ""), ("x/.gitignore", ""),
     (".hidden.md", "markdown")],
)  # fmt: skip
def test_format_goes_by_the_name_alone(path: str, expected: str):
    found = format_of(path)
    assert (found.name if found else "") == expected


@pytest.mark.parametrize(
    ("path", "text", "title"),
    [
        ("guide/x.md", "---\ntitle: Given\n---\n# H\n", "Given"),
        ("guide/x.md", "## Two\n# One\n", "One"),
        ("guide/x.md", "## Opening\n\ntext\n\n### Below\n", "Opening"),
        ("guide/x.md", "## A\n\ntext\n\n## B\n", "X"),
        ("book/ch04-03.md", "## The Slice Type\n\ntext\n\n### String Slices\n\n## Summary\n", "The Slice Type"),
        ("book/ch10-03-lifetime-syntax.md", "## With Lifetimes\n\n## Parameters\n", "With Lifetimes"),
        ("book/ch18.md", '<!-- Old. -->\n\n<a id="old"></a>\n\n## Trait Objects\n\ntext\n', "Trait Objects"),
        ("CHANGELOG.md", "## 1.1\n\n### Added\n\n## 1.0\n", "CHANGELOG"),
        ("README.md", "## Install\n\ntext\n\n## Use\n\n## See also\n", "README"),
        ("guide/x.md", '<h1 align="center">Shown</h1>\n\ntext\n', "Shown"),
        ("guide/getting-started.md", "text\n", "Getting started"),
        ("guide/Old Notes (2).md", "text\n", "Old Notes (2)"),
        ("guide/index.md", "# Introduction\n", "Guide: Introduction"),
        ("src/introduction.md", "# Introduction\n", "Introduction"),
        ("content/docs/_index.md", "# Overview\n", "Overview"),
        ("en/docs/_index.md", "# Overview\n", "Docs: Overview"),
        ("user-guide/README.md", "text\n", "User guide: README"),
        ("README.md", "text\n", "README"),
        ("config/app.toml", "x = 1\n", "app.toml"),
    ],
)
def test_title_is_given_or_first_heading_or_file_name(path: str, text: str, title: str):
    assert parse(text.encode(), path).title == title


@pytest.mark.parametrize(
    ("path", "kind"),
    [("docs/runbooks/db.md", "runbook"), ("docs/adr/0001-x.md", "adr"), ("adr/README.md", "readme"),
     ("CHANGELOG.md", "changelog"),
     ("docs/api/users.md", "api-reference"), ("troubleshooting/dns.md", "troubleshooting"),
     ("guides/reference/a.md", "reference"),
     ("LICENSE", "license"), ("notes/a.md", ""), ("design/a.md", "architecture"), ("onboarding/day1.md", "onboarding")],
)  # fmt: skip
def test_type_goes_by_file_name_then_nearest_folder(path: str, kind: str):
    assert parse(b"text\n", path).type == kind


def test_front_matter_rules_over_folders():
    document = parse(b"---\ntype: Playbook\ncategory: a/b\naliases: [X, Y]\nlang: de-AT\n---\ntext\n", "guides/a.md")
    assert (document.type, document.categories, document.aliases, document.language) == (
        "playbook", ("a/b",), ("X", "Y"), "de",
    )  # fmt: skip


def test_date_of_a_journal_page_comes_from_its_name():
    assert parse(b"text\n", "journals/2024_05_06.md").date == "2024-05-06"


def test_description_is_given_or_the_first_words():
    assert parse(b"---\ndescription: Said.\n---\ntext\n", "a.md").description == "Said."
    cut = parse(b"# A\n" + b"word " * 100, "a.md").description
    assert len(cut) <= 200 and cut.endswith("word…")


def test_summary_and_keywords_tell_what_a_page_is_about():
    text = (
        "# Tides\n\nWelcome to this page, dear reader.\n\nThe tides rise because the moon pulls the water of the sea. "
        "Spring tides come when sun and moon pull together. Somebody once wrote otherwise.\n"
    )
    document = parse(text.encode(), "tides.md")
    assert "moon pulls the water" in document.summary
    assert {"tides", "moon"} <= set(document.keywords)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The house that we saw from the river is not as old as it looks, but it was there when they came."),
        ("de", "Das Haus, das wir vom Fluss aus sahen, ist nicht so alt, wie es aussieht und auch nicht so klein."),
        ("fr", "La maison que nous avons vue depuis la rivière n'est pas si vieille, et elle est dans les arbres."),
        ("es", "La casa que vimos desde el río no es tan vieja como parece, pero está cerca de la iglesia."),
        ("it", "La casa che abbiamo visto dal fiume non è così vecchia come sembra, ma è anche più alta."),
        ("pt", "A casa que vimos do rio não é tão velha como parece, mas também já foi uma loja."),
        ("nl", "Het huis dat we van de rivier zagen is niet zo oud als het lijkt, maar het staat bij de kerk."),
        ("ru", "Дом, который мы видели с реки, не так стар, как кажется, но он стоит рядом с церковью."),
        ("ar", "البيت الذي رأيناه من النهر ليس قديما كما يبدو، ولكنه يقف إلى جانب المسجد."),
        ("fa", "خانه‌ای که از رودخانه دیدیم آن‌قدر که به نظر می‌رسد قدیمی نیست و در کنار مسجد است."),
        ("zh", "我们从河边看到的房子并没有看起来那么旧，它就在教堂旁边。"),
        ("ja", "川から見えた家は見た目ほど古くはないが、教会のそばに立っている。"),
        ("ko", "강에서 본 집은 보이는 것만큼 오래되지 않았지만 교회 옆에 서 있다."),
        ("", "zebra 123 foo.bar()"),
        ("", ""),
    ],
)  # fmt: skip
def test_language_is_voted_by_stop_words_and_script(language: str, text: str):
    assert vote(text) == language


def test_collection_language_is_stronger_than_the_vote():
    assert parse(b"The house that we saw is not old.\n", "a.md", language="nl").language == "nl"


def test_words_count_chinese_characters_one_by_one():
    assert (words_in("two words"), words_in("知识浏览器 and more。")) == (2, 7)


def test_slug_is_githubs():
    assert slug("What's new in 2.0? `code` — naïve_x") == "whats-new-in-20-code--naïve_x"


@pytest.mark.parametrize(
    ("sign", "dialect"),
    [("mkdocs.yml", Dialect.MKDOCS), (".obsidian/app.json", Dialect.OBSIDIAN), ("index.md", Dialect.GFM)],
)
def test_dialect_goes_by_the_files_at_the_root(tmp_path: Path, sign: str, dialect: Dialect):
    (tmp_path / sign).parent.mkdir(exist_ok=True)
    (tmp_path / sign).write_text("x\n", "utf-8")
    assert detect(tmp_path) is dialect


def test_folder_full_of_wikilinks_is_read_as_a_vault(tmp_path: Path):
    for name in "abc":
        (tmp_path / f"{name}.md").write_text("see [[a]] and [[b]]\n", "utf-8")
    assert detect(tmp_path) is Dialect.OBSIDIAN


def test_same_bytes_give_the_same_document():
    content = b"---\nt: 1\n---\n# A\n#x [[y]]\n"
    assert parse(content, "a.md") == parse(content, "a.md")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_pipe_named_like_a_page_blocks_nothing(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe.md")
    assert detect(tmp_path) is Dialect.GFM
