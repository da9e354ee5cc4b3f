"""What pages take in from other files of their collection, and from nowhere else."""

from __future__ import annotations

import os

import pytest

from bookwheel.domain.page import PageRequest
from bookwheel.library.reading.includes import piece

LISTING = "before\n// ANCHOR: here\nfn main() {\n    // ANCHOR: deep\n    x();\n}\n// ANCHOR_END: here\nafter\n"


@pytest.mark.parametrize(
    ("place", "wanted"),
    [
        ("", "before\nfn main() {\n    x();\n}\nafter\n"),
        ("here", "fn main() {\n    x();\n}"),
        ("1", "before"),
        ("3:5", "fn main() {\n    x();"),
        (":1", "before"),
        ("8:", "after\n"),
        ("nowhere", ""),
    ],
)
def test_a_piece_of_a_file_is_what_its_anchor_or_lines_say(place: str, wanted: str):
    assert piece(LISTING, place) == wanted


def test_pages_take_in_code_parts_and_terms(shelf, write):
    root = shelf.add()
    write(root, "listings/main.rs", LISTING)
    write(root, "examples/pods/a.yaml", "kind: Pod\n")
    write(root, "includes/before.md", "---\ntitle: x\n---\nRead *this* first.\n")
    write(root, "docs/reference/glossary/pod.md", "---\ntitle: Pod\n---\nA small thing.\n<!--more-->\nAnd more.\n")
    write(
        root,
        "docs/tasks/run.md",
        "# Run\n\n```rust\n{{#include ../../listings/main.rs:here}}\n```\n\n"
        '{{< codenew file="pods/a.yaml" >}}\n\n{{< include "before.md" >}}\n\n'
        '{{< glossary_definition term_id="pod" length="short" >}}\n',
    )
    shelf.index()
    html = shelf.library.page(PageRequest("notes/docs/tasks/run.md")).html
    assert "main" in html and "before" not in html
    assert "Pod" in html and '<p class="filename">pods/a.yaml</p>' in html
    assert "<em>this</em>" in html and "title: x" not in html
    assert "A small thing." in html and "And more" not in html


def test_nothing_is_taken_in_from_outside_or_from_what_is_kept_secret(shelf, write):
    root = shelf.add()
    write(shelf.folder, "outside.txt", "never\n")
    write(root, "deploy.pem", "never\n")
    write(root, ".git/config.txt", "never\n")
    os.symlink(shelf.folder / "outside.txt", root / "link.txt")
    names = (
        "../outside.txt",
        "/../outside.txt",
        "link.txt",
        "deploy.pem",
        ".git/config.txt",
        "a/../../outside.txt",
        ".",
        "",
    )
    write(
        root,
        "a.md",
        "\n\n".join(
            f'```\n{{{{#include {name}}}}}\n```\n\n{{{{< include "{name}" >}}}}\n\n{{{{< codenew file="{name}" >}}}}'
            for name in (*names, str(shelf.folder / "outside.txt"))
        ),
    )
    shelf.index()
    assert "never" not in shelf.library.page(PageRequest("notes/a.md")).html


def test_an_embedded_block_is_shown_alone(shelf, write):
    root = shelf.add()
    write(root, ".obsidian/app.json", "{}")
    write(root, "a.md", "![[b#^one]]\n\n![[b#^two]]\n")
    write(root, "b.md", "# B\n\nfirst words\ngo on ^one\n\nother\n\n- item two ^two\n- item three\n")
    shelf.index()
    html = shelf.library.page(PageRequest("notes/a.md")).html
    assert "first words<br>\ngo on" in html and "item two" in html
    assert "other" not in html and "item three" not in html
