"""Links lead where their dialect says."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.domain.diagnostics import InspectRequest, InspectView
from bookwheel.domain.document import LinkKind
from bookwheel.domain.errors import NotFound
from bookwheel.domain.graph import ExploreRequest
from bookwheel.domain.indexing import Command, Verb
from bookwheel.domain.page import AssetRequest, PageRequest, ResolveRequest
from bookwheel.domain.reading import OutlineRequest
from bookwheel.indexes.catalogue import CatalogueReader
from bookwheel.library.indexing import publish
from bookwheel.library.sources.link_resolver import Resolver, resolve_links
from bookwheel.paths import LibraryPaths
from tests.library.conftest import Shelf, changed

FILES = {
    "index.md": "# Home\n",
    "guide/start.md": "# Start here\n\n## First steps\n\ntext ^block1\n\n## Next\n\nmore\n",
    "guide/_index.md": "# Guide\n",
    "guide/other page.md": "# Other\n",
    "deep/start.md": "# Deep start\n",
    "content/en/docs/intro.md": "# Intro\n",
    "content/en/docs/setup/index.md": "# Setup\n",
    "content/en/blog/post.md": "# Post\n",
    "Notes/Zebra.md": "---\naliases: [Striped horse]\ntitle: All about zebras\n---\n\nText\n",
}


@pytest.fixture
def resolver(shelf, write):
    root = shelf.add()
    for path, text in FILES.items():
        write(root, path, text)
    write(root, "img/a b.png", "png")
    write(shelf.folder, "secret.md", "# secret\n")
    shelf.index()
    reader = CatalogueReader(shelf.paths.catalogue)
    yield Resolver(reader, "notes", Path(root).resolve())
    reader.close()


@pytest.mark.parametrize(
    ("origin", "href", "path", "anchor"),
    [
        ("guide/start.md", "other%20page.md", "guide/other page.md", ""),
        ("guide/start.md", "other page", "guide/other page.md", ""),
        ("guide/start.md", "../deep/start.md", "deep/start.md", ""),
        ("guide/start.md", "#first-steps", "guide/start.md", "first-steps"),
        ("index.md", "guide/start#First%20steps", "guide/start.md", "first-steps"),
        ("index.md", "guide/start.md#^block1", "guide/start.md", "first-steps"),
        ("index.md", "guide/start.html", "guide/start.md", ""),
        ("index.md", "guide/", "guide/_index.md", ""),
        ("index.md", "/guide/start/", "guide/start.md", ""),
        ("index.md", "GUIDE/Start.MD", "guide/start.md", ""),
        ("content/en/blog/post.md", "/docs/intro/", "content/en/docs/intro.md", ""),
        ("content/en/blog/post.md", "/docs/setup/", "content/en/docs/setup/index.md", ""),
        ("content/en/docs/intro.md", "../setup/", "content/en/docs/setup/index.md", ""),
    ],
)
def test_a_markdown_link_resolves(resolver, origin, href, path, anchor):
    found = resolver.resolve_href(origin, href)
    assert (found.status, found.path, found.anchor) == ("resolved", path, anchor)


@pytest.mark.parametrize(
    ("origin", "name", "path"),
    [
        ("deep/start.md", "Zebra", "Notes/Zebra.md"),
        ("deep/start.md", "striped HORSE", "Notes/Zebra.md"),
        ("deep/start.md", "All about zebras|shown", "Notes/Zebra.md"),
        ("guide/other page.md", "start", "guide/start.md"),
        ("deep/start.md", "guide/start", "guide/start.md"),
        ("deep/start.md", "start", "deep/start.md"),
    ],
)
def test_a_wikilink_finds_stem_title_or_alias_nearest_first(resolver, origin, name, path):
    assert resolver.resolve_href(origin, name, LinkKind.WIKILINK).path == path


def test_a_page_of_a_wiki_finds_another_by_its_name(shelf, write):
    root = shelf.add()
    write(root, "Home.mediawiki", "[[Book wheel]] and [[other page#Part two]]\n")
    write(root, "Book_wheel.mediawiki", "A wheel.\n")
    write(root, "Other-page.mediawiki", "== Part two ==\n\nText.\n")
    write(root, "near.md", "[x](<Book wheel>)\n")
    shelf.index()
    with closing(sqlite3.connect(shelf.paths.catalogue)) as catalogue:
        found = catalogue.execute(
            "SELECT status, target_path, target_anchor FROM links ORDER BY target_path"
        ).fetchall()
    pages = [("resolved", "Book_wheel.mediawiki", ""), ("resolved", "Other-page.mediawiki", "part-two")]
    assert found == [("broken", "", ""), *pages]


def test_a_glossary_mark_leads_to_the_entry_in_the_glossary(shelf, write):
    root = shelf.add()
    for path in ("docs/glossary/pod.md", "pod.md", "docs/more/pod.md"):
        write(root, path, "# Pod\n")
    write(root, "docs/a.md", '# A\n\n{{< glossary_tooltip text="x" term_id="Pod" >}}\n')
    shelf.index()
    with closing(sqlite3.connect(shelf.paths.catalogue)) as catalogue:
        found = catalogue.execute("SELECT status, target_path FROM links").fetchall()
    assert found == [("resolved", "docs/glossary/pod.md")]


@pytest.mark.parametrize(
    "href", ["../secret.md", "../../secret.md", "/../secret.md", "guide/../../secret.md", "nowhere.md"]
)
def test_nothing_outside_the_root_is_reached(resolver, href):
    assert resolver.resolve_href("index.md", href).status == "broken"


@pytest.mark.parametrize("href", ["javascript:alert(1)", "data:text/html,x", "ms-msdt:/id", "vbscript:x"])
def test_schemes_that_run_or_read_are_broken(resolver, href):
    assert resolver.resolve_href("index.md", href).status == "broken"


@pytest.mark.parametrize("href", ["https://example.org/a#b", "mailto:a@example.org", "//example.org/x"])
def test_the_web_is_external(resolver, href):
    found = resolver.resolve_href("index.md", href)
    assert (found.status, found.url) == ("external", href)


def test_an_offer_of_a_collection_is_external_and_our_other_addresses_are_broken(resolver):
    offer = "bookwheel://subscribe?address=https://docs.example.org/"
    assert resolver.resolve_href("index.md", offer).status == "external"
    assert resolver.resolve_href("index.md", "bookwheel://doc/notes/a.md").status == "broken"


def test_a_broken_link_is_mended_when_its_document_appears(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\n[later](later.md) and [[Later]]\n")
    shelf.index()
    with closing(sqlite3.connect(shelf.paths.catalogue)) as catalogue:
        assert {row[0] for row in catalogue.execute("SELECT status FROM links")} == {"broken"}
        write(root, "later.md", "# Later\n")
        shelf.index()
        assert {row[0] for row in catalogue.execute("SELECT status FROM links")} == {"resolved"}


def test_a_link_breaks_when_its_document_goes(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\n[later](later.md) and [[Later]]\n")
    later = write(root, "later.md", "# Later\n")
    shelf.index()
    with closing(sqlite3.connect(shelf.paths.catalogue)) as catalogue:
        assert {row[0] for row in catalogue.execute("SELECT status FROM links")} == {"resolved"}
        later.unlink()
        shelf.index()
        assert set(catalogue.execute("SELECT status, target_path FROM links")) == {("broken", "")}


def test_a_click_on_a_broken_link_offers_near_documents(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\n[x](zebrra.md)\n")
    write(root, "zebra.md", "# Zebra\n")
    shelf.index()
    answer = shelf.library.resolve(ResolveRequest("notes/a.md", "zebrra.md"))
    assert (answer.status, answer.suggestions) == ("broken", ("notes/zebra.md",))


def test_assets_come_from_inside_the_collection_alone(shelf, write):
    root = shelf.add()
    write(root, "sub/a.md", "# A\n\n![x](../img/a%20b.png)\n")
    write(root, "img/a b.png", "picture")
    write(root, "script.html", "<script>")
    write(shelf.folder, "secret.png", "secret")
    (root / "out.png").symlink_to(shelf.folder / "secret.png")
    shelf.index()
    answer = shelf.library.asset(AssetRequest("notes/sub/a.md", "../img/a%20b.png"))
    assert (answer.media_type, answer.content) == ("image/png", b"picture")
    for href in (
        "../../secret.png",
        "../out.png",
        "/out.png",
        "../script.html",
        "../img",
        "a.md",
        "\0",
        "..%2f..%2fsecret.png",
    ):
        with pytest.raises(NotFound):
            shelf.library.asset(AssetRequest("notes/sub/a.md", href))


def test_a_page_carries_resolved_links_and_marks_matches(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\n[b](b.md#part) and zebra\n")
    write(root, "b.md", "# B\n\n## Part\n")
    shelf.index()
    page = shelf.library.page(PageRequest("notes/a.md", "zebra"))
    assert "bookwheel://doc/notes/b.md#part" in page.html
    assert page.hits == 1
    assert page.breadcrumb == ("Notes",)
    assert page.reading_minutes == 1


def _leads(shelf: Shelf) -> dict[tuple[str, str], tuple[str, str, str]]:
    """Where every link leads, as it is stored, by the document that has it and its target."""
    with closing(sqlite3.connect(shelf.paths.catalogue)) as catalogue:
        rows = catalogue.execute(
            "SELECT path, target || '#' || fragment, status, target_path, target_anchor FROM links l"
            " JOIN documents d ON d.key = l.document_key"
        )
        return {(path, target): (status, to, anchor) for path, target, status, to, anchor in rows}


def test_links_follow_documents_that_come_go_and_change_their_names(shelf, write):
    root = shelf.add()
    write(root, "a/from.md", "# From\n\n[[Wheel]] [x](spoke.md) [y](hub/) [z](../b/far.md#old) [[Nick]] ![p](p.png)\n")
    write(root, "b/wheel.md", "# Wheel\n")
    write(root, "b/far.md", "# Far\n\n## Old\n")
    write(root, "b/nick.md", "---\naliases: [Nick]\ntitle: Nicholas\n---\n# N\n")
    write(root, "spoke.md", "# Spoke\n")
    write(root, "hub.md", "# Hub\n")
    write(root, "a/p.png", "picture")
    shelf.index()
    before = _leads(shelf)
    assert before["a/from.md", "Wheel#"] == ("resolved", "b/wheel.md", "")
    assert before["a/from.md", "spoke.md#"] == ("resolved", "spoke.md", "")
    assert before["a/from.md", "hub/#"] == ("resolved", "hub.md", "")
    assert before["a/from.md", "../b/far.md#old"] == ("resolved", "b/far.md", "old")
    write(root, "a/round.md", "---\naliases: [Wheel]\n---\n# Round\n")
    write(root, "a/spoke.md", "# Nearer\n")
    write(root, "a/hub/index.md", "# Hub of a\n")
    write(root, "b/far.md", "# Far\n\n## New\n")
    write(root, "b/nick.md", "---\ntitle: Nicholas\n---\n# N\n")
    (root / "b/wheel.md").rename(root / "b/other.md")
    write(root, "a/wheel.md", "# Nothing\n")
    (root / "b/nick.md").rename(root / "b/nicholas.md")
    shelf.index()
    after = _leads(shelf)
    assert after["a/from.md", "Wheel#"] == ("resolved", "a/wheel.md", "")
    assert after["a/from.md", "spoke.md#"] == ("resolved", "a/spoke.md", "")
    assert after["a/from.md", "hub/#"] == ("resolved", "a/hub/index.md", "")
    assert after["a/from.md", "../b/far.md#old"] == ("resolved", "b/far.md", "")
    assert after["a/from.md", "Nick#"] == ("broken", "", "")


def test_a_link_to_a_page_that_was_renamed_is_broken_as_in_a_clean_build(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\n[b](b.md) [it](sub/c.md) [c](/sub/c.md)\n")
    write(root, "b.md", "# B\n")
    write(root, "sub/c.md", "# C\n")
    shelf.index()
    assert {status for status, _, _ in _leads(shelf).values()} == {"resolved"}
    (root / "b.md").rename(root / "moved.md")
    (root / "sub").rename(root / "other")
    shelf.index()
    assert set(_leads(shelf).values()) == {("broken", "", "")}
    assert shelf.library.outline(OutlineRequest("notes/b.md")).doc == "notes/moved.md", "the old id still finds it"
    shelf.library.graphs.refresh()
    shelf.library.graphs.wait()
    broken = shelf.library.inspect(InspectRequest(InspectView.BROKEN))
    assert broken.total == 3
    assert not shelf.library.explore(ExploreRequest("notes/moved.md", relation="linksTo")).edges


def test_a_link_to_a_picture_is_broken_once_the_picture_has_gone(shelf, write):
    root = shelf.add()
    write(root, "one/a.md", "# A\n\n![p](p.png)\n")
    write(root, "p.png", "picture")
    shelf.index()
    assert _leads(shelf)["one/a.md", "p.png#"] == ("asset", "p.png", "")
    write(root, "one/p.png", "a nearer one")
    shelf.index()
    assert _leads(shelf)["one/a.md", "p.png#"] == ("asset", "one/p.png", "")
    (root / "one/p.png").unlink()
    (root / "p.png").unlink()
    shelf.index()
    assert _leads(shelf)["one/a.md", "p.png#"] == ("broken", "", "")


def test_a_link_means_the_same_beside_one_that_has_a_folder_of_its_own(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\n[x](x.md)\n")
    write(root, "a/x.md", "# X\n")
    write(root, "b.md", "# B\n\n[x](x.md)\n")
    shelf.index()
    assert _leads(shelf)["a.md", "x.md#"] == ("resolved", "a/x.md", "")
    assert _leads(shelf)["b.md", "x.md#"] == ("broken", "", "")


_NAMES = ("Wheel", "Hub", "index", "README")
_FOLDERS = ("", "one/", "one/two/", "Wheel/")
_TARGETS = (
    "[[Wheel]]", "[[hub]]", "[[Spoke]]", "[x](Wheel.md)", "[x](hub)", "[x](../Wheel/)", "[x](..)", "[x](one/)",
    "[x](/one/Wheel)", "[x](Hub.html#part)", "[[one/Wheel]]", "[[Wheel#Part]]", "[x](.)", "[x](wheel.md?a=b)",
)  # fmt: skip


@settings(max_examples=6)
@given(chance=st.randoms(use_true_random=False))
def test_links_of_a_library_that_lives_lead_where_a_clean_build_has_them(tmp_path_factory, chance):
    folder = tmp_path_factory.mktemp("living")
    living = Shelf(folder)
    root = living.add()
    for _ in range(4):
        for _ in range(chance.randint(1, 8)):
            path = root / f"{chance.choice(_FOLDERS)}{chance.choice(_NAMES)}.md"
            if path.exists() and chance.random() < 0.5:
                path.unlink()
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            title = chance.choice(("Wheel", "Hub", "Spoke", "Part"))
            links = " ".join(chance.sample(_TARGETS, 5))
            path.write_text(f"---\naliases: [{chance.choice(_NAMES)}]\n---\n# {title}\n\n{links}\n", "utf-8")
        living.index()
    clean = Shelf(folder)
    clean.paths = LibraryPaths(folder / "clean")
    clean.collections = living.collections
    clean.index()
    assert _leads(living) == _leads(clean)
    living.close()
    clean.close()


def test_a_changed_page_has_the_links_looked_at_that_lead_to_it(shelf, write, monkeypatch: pytest.MonkeyPatch):
    """Others wait until nothing is asked, and then those alone in whose place a file may have come."""
    root = shelf.add()
    write(root, "target.md", "# Target\n\n## Before\n")
    write(root, "picture.md", "![](wheel.png)\n")
    for number in range(20):
        write(root, f"p{number}.md", f"# Page {number}\n\n[it](target.md#before) [next](p{(number + 1) % 20}.md)\n")
    looked_at: list[int] = []

    def look(reader, slug, folder, rows, *is_wanted):
        looked_at.append(len(rows))
        if len(looked_at) == 1:
            write(root, "target.md", "# Target\n\n## After\n\n[away](p0.md)\n")
            write(root, "wheel.png", "a picture")
        return resolve_links(reader, slug, folder, rows, *is_wanted)

    monkeypatch.setattr(publish, "resolve_links", look)
    shelf.index(Command(Verb.SCAN), changed("notes", ["target.md"]))
    assert looked_at == [41, 21, 1], "all, those to the page and from it, and the picture"
    with closing(sqlite3.connect(shelf.paths.catalogue)) as connection:
        rows = connection.execute("SELECT DISTINCT status, target_anchor FROM links WHERE target_path='target.md'")
        assert rows.fetchall() == [("resolved", "")]
        assert connection.execute("SELECT status FROM links WHERE target='wheel.png'").fetchall() == [("asset",)]


def test_a_page_with_another_name_has_all_links_looked_at(shelf, write, monkeypatch: pytest.MonkeyPatch):
    root = shelf.add()
    write(root, "target.md", "# Before\n")
    write(root, "page.md", "# Page\n\n[[After]]\n")

    def look(*asked):
        write(root, "target.md", "# After\n")
        return resolve_links(*asked)

    monkeypatch.setattr(publish, "resolve_links", look)
    shelf.index(Command(Verb.SCAN), changed("notes", ["target.md"]))
    with closing(sqlite3.connect(shelf.paths.catalogue)) as connection:
        assert connection.execute("SELECT status, target_path FROM links").fetchall() == [("resolved", "target.md")]
