from __future__ import annotations

from contextlib import closing
from pathlib import Path

from bookwheel.domain.publications import PublishRequest
from bookwheel.library.publishing import publisher
from bookwheel.library.publishing.order_files import order_files
from bookwheel.library.snapshot.source_order import order_of
from bookwheel.parsing import nav_files
from bookwheel.parsing.nav_files import Category, Nav
from bookwheel.publications.targets import FolderTarget
from tests.library.conftest import Shelf, write_file
from tests.publications.published import files_at

PATHS = ("guide/b.md", "guide/a.md", "index.md", "more/deep/c.md")


def _nav(files: dict[str, bytes], path: str) -> tuple[tuple[Nav, ...], str]:
    return nav_files.from_mkdocs(files[path].decode())


def test_a_table_of_contents_names_published_pages_alone(tmp_path: Path) -> None:
    text = (
        "site_name: X\nsecret: wombat\ndocs_dir: .\nnav:\n- Start: index.md\n- 'Both: of \"them\"':\n"
        "  - B: guide/b.md\n  - Plan: plan.md\n  - guide/a.md\n- Hidden:\n  - Plan: plan.md\n- All: more/\n- Web: https://example.org/\n"
    )
    write_file(tmp_path, "mkdocs.yml", text)
    files = order_files(tmp_path, PATHS)
    assert list(files) == ["mkdocs.yml"]
    nav, pages = _nav(files, "mkdocs.yml")
    assert pages == ""
    both = Nav('Both: of "them"', below=(Nav("B", "guide/b.md"), Nav("", "guide/a.md")))
    assert nav == (Nav("Start", "index.md"), both, Nav("All", "more", is_folder=True))
    assert b"wombat" not in files["mkdocs.yml"] and b"lan" not in files["mkdocs.yml"]


def test_the_order_of_a_site_above_its_pages_comes_along(tmp_path: Path) -> None:
    root = tmp_path / "docs"
    root.mkdir()
    write_file(tmp_path, "mkdocs.yml", "nav:\n- B: guide/b.md\n- A: guide/a.md\n")
    assert _nav(order_files(root, PATHS), "mkdocs.yml") == ((Nav("B", "guide/b.md"), Nav("A", "guide/a.md")), "")
    other = tmp_path / "other"
    other.mkdir()
    assert order_files(other, PATHS) == {}


def test_sidebars_become_a_table_of_contents(tmp_path: Path) -> None:
    entries = (
        '[{"type": "category", "label": "Both", "items": ["guide/b", {"type": "doc", "id": "guide/a", "label": "A"}]}]'
    )
    write_file(tmp_path, "sidebars.json", f'{{"side": {entries}}}')
    files = order_files(tmp_path, [f"docs/{path}" for path in PATHS])
    nav, pages = _nav(files, "mkdocs.yml")
    assert (nav, pages) == ((Nav("Both", below=(Nav("", "guide/b.md"), Nav("A", "guide/a.md"))),), "docs")


def test_categories_of_published_folders_say_label_and_position(tmp_path: Path) -> None:
    write_file(tmp_path, "guide/_category_.yml", "label: The guide\nposition: 3\ncustomProps: {note: wombat}\n")
    write_file(tmp_path, "more/_category_.json", '{"position": 1}')
    write_file(tmp_path, "hidden/_category_.json", '{"label": "Hidden"}')
    files = order_files(tmp_path, PATHS)
    assert sorted(files) == ["guide/_category_.json", "more/_category_.json"]
    stated = nav_files.category(files["guide/_category_.json"].decode(), "_category_.json")
    assert stated == Category("The guide", 3.0)
    assert b"wombat" not in files["guide/_category_.json"]


def test_files_that_cannot_be_read_state_no_order(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_bytes(b"nav:\n- \xff\xfe: [" * 10)
    write_file(tmp_path, "sidebars.json", "[")
    (tmp_path / "guide").mkdir()
    (tmp_path / "guide/_category_.json").symlink_to("/etc/passwd")
    assert order_files(tmp_path, PATHS) == {}


def test_the_order_is_the_same_where_the_files_are_unpacked(shelf: Shelf, tmp_path: Path) -> None:
    pages = {path: f"# {path}\n" for path in PATHS}
    nav = "docs_dir: .\nnav:\n- C: more/deep/c.md\n- Guide:\n  - B: guide/b.md\n  - A: guide/a.md\n- index.md\n"
    root = shelf.fill("notes", {**pages, "mkdocs.yml": nav, "guide/_category_.json": '{"label": "The guide"}'})
    shelf.index()
    folder = tmp_path / "target"
    request = PublishRequest("notes", str(folder))
    publisher.publish(shelf.paths, shelf.collections[0], request, FolderTarget(folder), [bytes(32)], lambda _: None)
    other = Shelf(tmp_path / "other")
    with closing(other):
        other.fill("notes", pages)
        for path, content in files_at(folder).items():
            write_file(other.folder / "notes", path, content.decode())
        other.index()
        assert list(order_of(other.seen(), "notes").spots) == list(order_of(shelf.seen(), "notes").spots)
    assert root.is_dir()
