from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.document import Dialect
from bookwheel.pages.render import Kind
from bookwheel.pages.syntax import templates
from tests.pages.rendering import Elements, html, page

HUGO = """
{{< feature-state for_k8s_version="v1.20" state="stable" >}}
A {{< glossary_tooltip text="Pod" term_id="pod" >}} is small; a {{<glossary_tooltip term_id="control-plane">}} is not.
See [it]({{< ref "/docs/a.md" >}}).

## {{% heading "whatsnext" %}}

{{< note >}}
Mind *this*.
{{< /note >}}

1. one
   {{< caution >}}
   deeper
   {{< /caution >}}

{{< comment >}}
hidden
{{< /comment >}}
{{< tabs name="x" >}}
{{% tab name="Linux" %}}
apt
{{% /tab %}}
{{< /tabs >}}
{{< codenew file="pods/simple.yaml" >}}
{{</* shown */>}}
{{< unknown >}}
"""


def test_hugo_shortcodes_are_never_shown_raw():
    shown = html(HUGO)
    words = Elements(shown).words
    assert "{{" not in words.replace("{{< shown >}}", "")
    assert "%}}" not in words
    assert "A Pod is small; a control plane is not." in words
    assert "Feature state: v1.20 stable" in words
    assert "What’s next" in words
    assert "hidden" not in words
    assert "pods/simple.yaml" in words
    assert shown.count('class="callout ') == 2
    assert "bookwheel://doc/docs//docs/a.md" in shown


def test_remarks_of_mdx_are_left_out_of_the_page_and_kept_in_code():
    shown = html(
        "One {/* gone */} two `{/* kept */}`.\n\n{/* over\n\n# lines\n*/} three\n\n```jsx\n{/* code */}\n```\n"
    )
    assert "gone" not in shown and "lines" not in shown and "three" in shown
    assert "{/* kept */}" in shown and "{/* code */}" in re.sub("<[^>]+>", "", shown)


def test_includes_of_mdbook_become_a_quiet_note():
    shown = html("```rust\n{{#rustdoc_include ../listings/ch01/main.rs:here}}\n```\n\n{{#title Book}}\n")
    assert ">Code from listings/ch01/main.rs</p>" in shown
    assert "{{" not in shown


def test_an_open_note_does_not_swallow_the_page():
    assert "callout" not in html("{{< note >}}\nwords\n\nmore")


@given(st.text(alphabet=st.sampled_from('{}<>%#/"= notecrf\n*'), max_size=120))
def test_lines_are_neither_lost_nor_won(text: str):
    assert templates.expand(text).count("\n") == text.count("\n")


def test_a_wish_for_a_table_of_contents_is_not_shown_outside_code():
    shown = html("[[TOC]]\n\n[TOC]\n\nText [toc].\n\n```\n[TOC]\n```\n")
    assert shown.count("TOC") == 1 and "[toc]" in shown


FILES = {
    (Kind.FILE, "../listings/main.rs:here"): "fn main() {}\n",
    (Kind.FILE, "part.md"): "# Part\n\nits *words*\n",
    (Kind.CODE, "pods/simple.yaml"): "kind: Pod\n",
    (Kind.PART, "prereqs.md"): "You need *two* things. {{< note >}}x{{< /note >}}\n",
    (Kind.TERM, "pod"): "The smallest object.",
    (Kind.TERM_IN_SHORT, "pod"): "The smallest.",
}


def included(text: str, dialect: Dialect = Dialect.GFM) -> str:
    return page(text, dialect, include=lambda kind, name: FILES.get((kind, name))).html


def test_files_of_mdbook_are_shown_in_their_place():
    shown = included("```rust\n{{#rustdoc_include ../listings/main.rs:here}}\n```\n\n{{#include part.md}}\n\nend\n")
    assert "fn" in Elements(shown).words and "main" in Elements(shown).words
    assert 'data-language="rust"' in shown
    assert "<em>words</em>" in shown and "end" in shown
    assert "{{" not in shown and "\ue0f0" not in shown


def test_code_and_parts_of_hugo_are_shown_in_their_place():
    shown = included('1. One\n\n   {{< codenew file="pods/simple.yaml" >}}\n\n{{< include "prereqs.md" >}}\nafter\n')
    assert '<p class="filename">pods/simple.yaml</p>' in shown
    assert '<div class="code" data-language="yaml">' in shown
    assert "<em>two</em>" in shown and "{{" not in shown and "after" in shown


def test_a_note_in_a_list_keeps_what_is_written_at_the_margin():
    source = (
        "1. One\n\n   {{< note >}}\nTake *care*:\n\n   ```bash\n   run\n   ```\n   {{< /note >}}\n\n1. Two\n\nEnd.\n"
    )
    shown = html(source)
    inside = shown[shown.index("callout") : shown.index("</ol>")]
    assert "<em>care</em>" in inside and 'data-language="bash"' in inside and "Two" in inside
    assert shown.count("<ol") == 1 and "<p>End.</p>" in shown and ":::" not in shown


def test_a_part_with_words_after_it_is_shown_with_them():
    shown = included('{{< include "prereqs.md" >}} {{< version-check >}} *Now.*\n\nafter\n')
    assert "<em>two</em>" in shown and "{{" not in shown and "\ue0f0" not in shown
    assert "<p>To check the version, enter <code>kubectl version</code>. <em>Now.</em></p>" in shown


def test_glossary_terms_are_links_where_their_entry_exists():
    shown = html('A {{< glossary_tooltip text="Pod" term_id="pod" >}}, a {{< glossary_tooltip term_id="missing" >}}.')
    assert '<a class="term" href="bookwheel://doc/docs/glossary/pod">Pod</a>' in shown
    assert "a missing." in Elements(shown).words


def test_glossary_definitions_are_set_in_place():
    shown = Elements(included('{{< glossary_definition term_id="pod" length="short" prepend="A Pod is" >}}\n'))
    assert shown.words.strip() == "A Pod is the smallest."
    assert "pod" in Elements(html('{{< glossary_definition term_id="pod" length="all" >}}')).words


def test_tabs_of_hugo_and_docusaurus_keep_their_names():
    hugo = '{{< tabs >}}\n{{% tab name="One two" %}}\n{{< note >}}\nx\n{{< /note >}}\n{{% /tab %}}\n{{< /tabs >}}\n'
    docusaurus = (
        'import Tabs from \'@theme/Tabs\';\n\n<Tabs>\n<TabItem value="a" label="One two">\n\nx\n\n</TabItem>\n</Tabs>\n'
    )
    for source in (hugo, docusaurus):
        shown = html(source)
        assert '<div class="tabs">\n<div class="tab">\n<p class="tab-title">One two</p>' in shown
        assert ":::" not in shown and "import" not in shown
        assert shown.count("</div>") == shown.count("<div")
    assert html("::: code-group\n```js [a.js]\nx\n```\n:::").startswith('<div class="tabs">')


def test_containers_closed_elsewhere_leave_no_colons():
    shown = html("1. a\n   {{< note >}}\n   b\n{{< /note >}}\n\nc\n")
    assert ":::" not in shown and 'class="callout note"' in shown


def test_what_vue_would_put_in_is_left_out_outside_code():
    shown = Elements(html("<script setup>\nlet x\n</script>\n\nIt is {{ x }}, written `{{ x }}`.\n"))
    assert shown.words.split() == ["It", "is", ",", "written", "{{", "x", "}}."]


def test_snippets_of_vitepress_are_asked_from_the_root():
    asked: list[tuple[str, str]] = []
    page("<<< @/snippets/a.js{2}\n\n<!--@include: ./b.md-->\n", include=lambda kind, name: asked.append((kind, name)))
    assert asked == [("file", "/snippets/a.js"), ("part", "./b.md")]


def test_parts_that_include_each_other_end():
    asked: list[str] = []

    def include(_kind: Kind, name: str) -> str:
        asked.append(name)
        return '{{< include "a" >}}\n\n{{< include "b" >}}\n'

    page('{{< include "a" >}}', include=include)
    assert 1 < len(asked) < 20


def test_tabs_of_code_are_code():
    shown = html('{{< tabs >}}\n{{< tab name="A" codelang="bash" >}}\ncat <<EOF | # x\n{{< /tab >}}\n{{< /tabs >}}\n')
    assert '<p class="filename">A</p>\n<div class="code" data-language="bash">' in shown
    assert "# x" in Elements(shown).words


def test_what_vue_would_put_into_code_stands_there():
    assert "cd <name>" in Elements(html("```sh-vue\ncd {{'<name>'}}\n```\n")).words


def test_lines_of_rust_that_are_compiled_alone_are_not_shown():
    shown = Elements(
        html("```rust,edition2021\n# use std::io;\n#\n#[test]\nfn runs() {}\n  # }\n## heading\n```\n")
    ).words
    assert "use std" not in shown and "}" in shown and "#[test]" in shown and "# heading" in shown
    assert "## heading" not in shown and shown.count("}") == 1
    assert "# use of a shell" in Elements(html("```sh\n# use of a shell\n```\n")).words


def test_what_vitepress_says_of_a_line_of_code_is_not_shown():
    code = "const a = 1 // [!code --]\nconst b = [2] // [!code ++] \n<p /> <!-- [!code focus:3] -->\nlet c // [!note]\n"
    shown = Elements(html(f"```js\n{code}```\n")).words
    assert "!code" not in shown and "const b = [2]" in shown and "<p />" in shown and "// [!note]" in shown


def test_what_mdx_runs_is_not_shown():
    shown = html(
        "export const Mark = ({children}) => (\n  <span>\n    {children}\n  </span>\n);\n\nexport default page;\n\n"
        "export your settings = yes\n\n```js\n\nexport const kept = 1;\n```\n\nend\n"
    )
    words = re.sub("<[^>]+>", "", shown)
    assert "Mark" not in words and "default page" not in words
    assert "export your settings" in words and "export const kept = 1;" in words and "end" in words
