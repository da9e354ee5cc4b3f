from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bookwheel.pages import templates
from tests.pages.rendering import Elements, html

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


def test_includes_of_mdbook_become_a_quiet_note():
    shown = html("```rust\n{{#rustdoc_include ../listings/ch01/main.rs:here}}\n```\n\n{{#title Book}}\n")
    assert '<p class="quiet">Code from listings/ch01/main.rs</p>' in shown
    assert "{{" not in shown


def test_an_open_note_does_not_swallow_the_page():
    assert "callout" not in html("{{< note >}}\nwords\n\nmore")


@given(st.text(alphabet=st.sampled_from('{}<>%#/"= notecrf\n*'), max_size=120))
def test_lines_are_neither_lost_nor_won(text: str):
    assert templates.expand(text).count("\n") == text.count("\n")
    assert templates.strip_comments(text).count("\n") == text.count("\n")


def test_a_wish_for_a_table_of_contents_is_not_shown_outside_code():
    shown = html("[[TOC]]\n\n[TOC]\n\nText [toc].\n\n```\n[TOC]\n```\n")
    assert shown.count("TOC") == 1 and "[toc]" in shown
