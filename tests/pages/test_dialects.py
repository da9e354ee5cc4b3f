from __future__ import annotations

import pytest

from bookwheel.domain.document import Dialect
from tests.pages.rendering import Elements, html, page

NOTES = (Dialect.GFM, Dialect.OBSIDIAN)


@pytest.mark.parametrize("dialect", [*NOTES, Dialect.MKDOCS])
def test_tables_scroll_in_a_box_and_keep_their_alignment(dialect: Dialect):
    shown = html("| a | b |\n|--:|:-:|\n| 1 | 2 |\n", dialect)
    assert '<div class="table"><table>' in shown
    assert shown.count("<table>") == shown.count("</table></div>") == 1
    assert [cell["align"] for cell in Elements(shown).of("td")] == ["right", "center"]


@pytest.mark.parametrize("dialect", [*NOTES, Dialect.MKDOCS])
def test_tasks_have_boxes_with_a_spoken_state(dialect: Dialect):
    boxes = [span for span in Elements(html("- [ ] a\n- [x] b\n", dialect)).of("span") if "box" in span["class"]]
    assert [box["aria-label"] for box in boxes] == ["To do", "Done"]


def test_obsidian_tasks_take_any_state():
    boxes = Elements(html("- [/] a\n- [-] b\n- [>] c", Dialect.OBSIDIAN)).of("span")
    assert [box["aria-label"] for box in boxes] == ["To do", "Done", "To do"]
    assert "[/] a" in html("- [/] a", Dialect.GFM)


@pytest.mark.parametrize("dialect", [*NOTES, Dialect.MKDOCS])
def test_footnotes_lead_there_and_back(dialect: Dialect):
    shown = Elements(html("Text.[^n]\n\n[^n]: Note.\n", dialect))
    targets = {link["href"].removeprefix("#") for link in shown.of("a")}
    assert len(targets) == 2
    assert targets <= set(shown.ids())


@pytest.mark.parametrize("dialect", NOTES)
def test_marked_quotes_become_callouts(dialect: Dialect):
    shown = html("> [!WARNING]\n> Mind *this*.", dialect)
    assert '<div class="callout warning">' in shown
    assert '<p class="callout-title">Warning</p>' in shown
    assert "<em>this</em>" in shown
    assert "blockquote" not in shown


def test_callouts_have_titles_and_folds():
    folded = html("> [!tip]- A *title*\n> inside", Dialect.OBSIDIAN)
    assert '<details class="callout tip">' in folded
    assert '<summary class="callout-title">A <em>title</em></summary>' in folded
    assert '<details class="callout note" open="">' in html("> [!note]+ Open\n> x", Dialect.OBSIDIAN)


def test_callouts_nest_and_may_be_titles_alone():
    shown = html("> [!note] Outer\n> > [!bug] Inner\n> > x\n\n> [!tip] Only a title")
    assert shown.count('class="callout ') == 3
    assert "danger" in shown


def test_containers_become_callouts():
    shown = html(
        "::: tip Try it\nwords\n:::\n\n:::danger\nx\n:::\n\n::: details More\ny\n:::\n\n:::note[Title]\nz\n:::"
    )
    assert '<div class="callout tip">\n<p class="callout-title">Try it</p>' in shown
    assert '<p class="callout-title">Danger</p>' in shown
    assert '<details class="callout note">\n<summary class="callout-title">More</summary>' in shown
    assert '<p class="callout-title">Title</p>' in shown
    assert ":::" not in shown


def test_admonitions_of_mkdocs_become_callouts():
    shown = html('!!! warning "Mind"\n    words\n\n??? note "Fold"\n    more\n', Dialect.MKDOCS)
    assert '<div class="callout warning">\n<p class="callout-title">Mind</p>' in shown
    assert '<details class="callout note">\n<summary class="callout-title">Fold</summary>' in shown


def test_mkdocs_tabs_stand_below_each_other_with_their_names():
    shown = html('=== "Linux"\n    apt\n\n=== "macOS"\n    brew\n', Dialect.MKDOCS)
    assert shown.index("Linux") < shown.index("apt") < shown.index("macOS") < shown.index("brew")
    assert "<input" not in shown


def test_mkdocs_snippets_are_never_read():
    assert "root:" not in html('--8<-- "/etc/passwd"\n', Dialect.MKDOCS)


def test_wikilinks_are_links_with_their_words():
    shown = Elements(html("[[A note]] [[b#C d|words]] [[#here]]", Dialect.OBSIDIAN))
    hrefs = [link["href"] for link in shown.of("a")]
    assert hrefs == ["bookwheel://doc/docs/A note", "bookwheel://doc/docs/b#C d", "bookwheel://doc/docs/#here"]
    assert shown.words.strip() == "A note words here"


def test_wikilinks_in_code_are_code():
    assert "<a" not in html("`[[a]]`\n\n```\n[[b]]\n```", Dialect.OBSIDIAN)


def test_broken_links_say_so():
    link = Elements(html("[x](missing.md)")).of("a")[0]
    assert link["class"] == "broken"
    assert "missing.md" in link["title"]
    assert link["href"] == "bookwheel://broken/?href=missing.md"


def test_double_brackets_that_lead_nowhere_stay_words_outside_vaults():
    assert Elements(html("if [[ -f missing ]] then")).words.strip() == "if [[-f missing]] then"
    assert "broken" in html("[[missing]]", Dialect.OBSIDIAN)


def test_external_links_are_marked():
    link = Elements(html("https://example.org/a")).of("a")[0]
    assert link["class"] == "external"
    assert link["rel"] == "noopener noreferrer"


def test_an_embed_of_a_part_is_called_by_note_and_heading():
    def titled(name: str) -> str:
        return Elements(page(f"![[{name}]]", Dialect.OBSIDIAN, embed=lambda _name: "Words.").html).words

    assert titled("Note#A part").startswith("Note › A part") and "^" not in titled("Note#^block1")


def test_embedded_notes_are_set_in_place():
    shown = page("![[Other]]", Dialect.OBSIDIAN, embed=lambda name: f"# {name}\n\nIts *words*.").html
    assert '<div class="embed">' in shown
    assert "<em>words</em>" in shown
    assert "<p></p>" not in shown


def test_notes_that_embed_each_other_end():
    asked: list[str] = []

    def embed(name: str) -> str:
        asked.append(name)
        return "![[b]]\n\n![[a]]"

    shown = page("![[a]]", Dialect.OBSIDIAN, embed=embed).html
    assert 1 < len(asked) < 10
    assert shown.count('class="embed"') == len(asked)


def test_many_embeds_are_bounded():
    asked: list[str] = []

    def embed(name: str) -> str:
        asked.append(name)
        return "x\n\n" + "\n\n".join(f"![[{name}{number}]]" for number in range(30))

    page("\n\n".join(f"![[n{number}]]" for number in range(30)), Dialect.OBSIDIAN, embed=embed)
    assert len(asked) == 40


def test_embedded_pictures_take_their_width():
    image = Elements(html("![[a b.png|300]]", Dialect.OBSIDIAN)).of("img")[0]
    assert image["width"] == "300"
    assert image["src"].endswith("href=a b.png")


def test_vault_marks_are_set():
    shown = html("==seen *and* kept== #tag/sub %%hidden%% end ^id-1\n\n%%\nall hidden\n%%", Dialect.OBSIDIAN)
    assert "<mark>seen <em>and</em> kept</mark>" in shown
    assert '<span class="tag">#tag/sub</span>' in shown
    assert 'id="^id-1"' in shown
    assert "hidden" not in shown
    assert "^id" not in Elements(shown).words


def test_comment_marks_in_code_are_code():
    assert "100%% sure" in html("`100%% sure` and `50%% more`\n\n```\n%%kept%%\n```", Dialect.OBSIDIAN)
    assert "%%kept%%" in html("```\n%%kept%%\n```", Dialect.OBSIDIAN)


def test_maths_is_set_apart_and_money_is_not():
    shown = html(r"$x^2$ and $\alpha$ cost $5 and $6." + "\n\n$$\na = b\n$$")
    assert '<code class="math">x^2</code>' in shown
    assert r'<code class="math">\alpha</code>' in shown
    assert "cost $5 and $6." in shown
    assert 'data-language="math"' in shown


def test_code_is_coloured_by_its_language():
    shown = html('```python title="a.py"\ndef f(): return "<"\n```')
    assert '<p class="filename">a.py</p>' in shown
    assert '<span class="k">def</span>' in shown
    assert Elements(shown).words.strip().endswith('def f(): return "<"')


def test_diagrams_are_shown_as_their_source():
    assert "graph TD" in html("```mermaid\ngraph TD\n```")


def test_titled_picture_alone_is_a_figure():
    shown = html('![alt](p.png "A caption")')
    assert "<figure><img" in shown
    assert "<figcaption>A caption</figcaption></figure>" in shown


def test_heading_ids_are_not_shown():
    assert Elements(html("## Title {#own-id}\n\n## Other {: #x }")).words.split() == ["Title", "Other"]


def test_definition_lists_are_set():
    assert "<dt>Word</dt>" in html("Word\n: Meaning")


def test_lines_of_ideographs_are_joined_without_a_space():
    assert "中文日本語" in html("中文\n日本語")
    assert "<strong>中</strong>文" in html("**中**\n文")
    assert "中文\nwords" in html("中文\nwords")
    assert "한국\n말" in html("한국\n말")


def test_maths_and_diagrams_of_mkdocs_keep_their_source():
    shown = page(
        "In $x^2$.\n\n$$\na = b\n$$\n\n```mermaid\ngraph LR\n```\n",
        Dialect.MKDOCS,
        extensions=["pymdownx.arithmatex"],
    ).html
    assert '<code class="math">x^2</code>' in shown
    assert '<div class="code" data-language="math"><pre><code>a = b</code></pre></div>' in shown
    assert '<div class="code" data-language="mermaid"><pre><code>graph LR' in shown


def test_maths_in_githubs_backticks_loses_them():
    assert '<code class="math">x</code>' in html("so $`x`$ is")


@pytest.mark.parametrize("dialect", NOTES)
def test_admonitions_of_mkdocs_are_known_outside_mkdocs_too(dialect: Dialect):
    shown = html('!!! warning Mind *this*\n\n    words\n\n??? note "Fold"\n    more\n\nend\n', dialect)
    assert '<div class="callout warning">' in shown and '<p class="callout-title">Mind <em>this</em></p>' in shown
    assert '<details class="callout note">' in shown and '<summary class="callout-title">Fold</summary>' in shown
    assert "<p>words</p>" in shown and "<p>end</p>" in shown


def test_exclamations_are_no_admonitions():
    assert Elements(html("!!! what\n\n??? really\n")).words.split() == ["!!!", "what", "???", "really"]


def test_lines_of_a_vault_break_where_they_are_written():
    shown = page("one\ntwo\n中\n文\n\n- three\n  four", Dialect.OBSIDIAN, extensions=["nl2br"]).html
    assert shown.count("<br>") == 4 and "one<br>\ntwo" in shown and "中<br>\n文" in shown
    assert "<br>" not in html("one\ntwo", Dialect.OBSIDIAN)
    assert "<br>" not in page("one\ntwo", Dialect.GFM, extensions=["pymdownx.mark"]).html


def test_notes_on_adjacent_lines_are_all_embedded():
    def embed(name: str) -> str | None:
        return None if name == "missing" else f"About *{name}*."

    text = "Before\n![[a]]\n![[b#c|d]] ![[e]]\nbetween `![[f]]` ![[missing]]\n![[g]] after\n\n- ![[h]]\n  ![[i]]\n"
    shown = page(text, Dialect.OBSIDIAN, embed=embed).html
    assert shown.count('<div class="embed">') == 6
    order = ["Before", "<em>a", "<em>b#c", "<em>e", "between", "![[f]]", "missing", "<em>g", "after", "<em>h", "<em>i"]
    assert [shown.index(word) for word in order] == sorted(shown.index(word) for word in order)
    assert "<p></p>" not in shown and '<p><div class="embed">' not in shown and "after</p>" in shown


def test_embedded_pictures_stay_in_their_line():
    shown = page("A ![[p.png]] and ![[q.pdf]]", Dialect.OBSIDIAN, embed=lambda _name: "never").html
    assert "never" not in shown and "<img" in shown


@pytest.mark.parametrize(
    ("dialect", "tilde", "caret"),
    [
        (Dialect.COMMONMARK, "H~2~O", "x^2^"),
        (Dialect.GFM, "H<s>2</s>O", "x^2^"),
        (Dialect.OBSIDIAN, "H~2~O", "x^2^"),
        (Dialect.MKDOCS, "H<sub>2</sub>O", "x<sup>2</sup>"),
    ],
)
def test_tildes_and_carets_mean_what_their_program_reads(dialect: Dialect, tilde: str, caret: str):
    assert f"<p>{tilde} {caret}</p>" in html("H~2~O x^2^", dialect)


def test_pandoc_sets_scripts():
    shown = page("H~2~O x^a\\ *b*^ ~~gone~~ ~ ~/a ^^", Dialect.GFM, extensions=["scripts"]).html
    assert "H<sub>2</sub>O x<sup>a <em>b</em></sup> <s>gone</s> ~ ~/a ^^" in shown


def test_definition_lists_are_set_where_they_are_read():
    assert "<dl>" not in html("Word\n: Meaning", Dialect.OBSIDIAN)
    assert "<dl>" in html("Word\n:   Meaning", Dialect.MKDOCS)


def test_a_site_that_lists_its_extensions_has_no_others_that_read_plain_signs():
    def shown(*names: str) -> str:
        return page("a~b~ ==c==\n\nWord\n:   Meaning", Dialect.MKDOCS, extensions=names).html

    assert "a~b~ ==c==" in shown("toc") and "<dl>" not in shown("toc")
    assert "a<sub>b</sub> ==c==" in shown("pymdownx.tilde", "pymdownx.extra") and "<dl>" in shown(
        "markdown.extensions.extra"
    )


def test_badges_leave_no_words_and_no_empty_links():
    badge = "![Build](https://img.shields.io/x.svg)"
    assert "Build" not in html(badge) and html(f"[{badge}](https://ci.example) {badge}\n").strip() == ""
    shown = html(f"[{badge}](https://ci.example) [words](https://a.example) ![Other](https://a.example/x.png)")
    assert "Build" not in shown and "words" in shown and "Other" in shown and shown.count("<a ") == 1


def test_variables_of_a_shell_are_no_formulas_and_keep_the_marks_between_them():
    shown = html("*$HOME/bin*. If `$PATH` has *it*, run `go`; it costs $5 to **$6** for $x^2$.")
    assert "<em>$HOME/bin</em>" in shown and "<code>$PATH</code>" in shown and "<code>go</code>" in shown
    assert "$5 to <strong>$6</strong>" in shown and '<code class="math">x^2</code>' in shown


def test_lists_of_mkdocs_are_those_of_its_extensions():
    def shown(*names: str) -> str:
        return page("- one\n1. two\n", Dialect.MKDOCS, extensions=names).html

    assert shown("toc").count("<li>") == 2 and "<ol>" not in shown("toc")
    assert shown("sane_lists").count("<li>") == 1


def test_code_of_mkdocs_is_labelled_with_its_language():
    shown = Elements(html("Text:\n```yaml\na: 1\n```\n\n```\nplain\n```\n", Dialect.MKDOCS))
    assert [block["data-language"] for block in shown.of("div")] == ["yaml", ""]
    assert len(shown.of("p")) == 1


def test_obsidian_has_sizes_in_pictures_words_and_shows_parts_of_notes_in_words() -> None:
    shown = html("![Moon|100x50](pic.png) ![a|b](pic.png)\n\n[[Note#A#B]] [[#C]] [[Note#A|it]]", Dialect.OBSIDIAN)
    assert 'alt="Moon" width="100" height="50"' in shown and 'alt="a|b"' in shown
    assert ">Note &gt; A &gt; B</a>" in shown and ">C</a>" in shown and ">it</a>" in shown
    assert "[[Note#A]]" in html("[[Note#A]]", Dialect.GFM) or ">Note#A</a>" in html("[[Note#A]]", Dialect.GFM)
