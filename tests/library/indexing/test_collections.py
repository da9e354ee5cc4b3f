from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.domain.collection import AddRequest, ConfigureRequest
from bookwheel.domain.errors import BadRequest, FolderUnreadable, NotFound
from bookwheel.indexes.state import State
from bookwheel.library.indexing.collections import Collections, slug_of
from bookwheel.paths import LibraryPaths


@pytest.fixture
def collections(library_folder: Path) -> Iterator[Collections]:
    paths = LibraryPaths(library_folder)
    state = State(paths.state, paths.state_backup)
    yield Collections(state, paths)
    state.close()


def _folder(path: Path) -> Path:
    path.mkdir(parents=True)
    (path / "a.md").write_text("# A\n", "utf-8")
    return path


def test_known_folder_is_found_and_not_added_twice(collections: Collections, tmp_path: Path):
    folder = _folder(tmp_path / "My Notes")
    first = collections.add(AddRequest(str(folder)))
    again = collections.add(AddRequest(f"{folder}/"))
    assert (first.collection.slug, first.is_known) == ("my-notes", False)
    assert again.is_known
    assert len(collections.all()) == 1


def test_clash_of_names_gets_a_suffix(collections: Collections, tmp_path: Path):
    slugs = [collections.add(AddRequest(str(_folder(tmp_path / place / "docs")))).collection.slug for place in "abc"]
    assert slugs == ["docs", "docs-2", "docs-3"]


def test_file_is_added_with_its_folder_and_its_document_named(collections: Collections, tmp_path: Path):
    folder = _folder(tmp_path / "notes")
    answer = collections.add(AddRequest(str(folder / "a.md")))
    assert (answer.collection.root, answer.document) == (str(folder), "notes/a.md")


def test_file_that_is_no_document_is_refused_and_its_folder_not_added(collections: Collections, tmp_path: Path):
    (tmp_path / "pictures").mkdir()
    picture = tmp_path / "pictures" / "wheel.png"
    picture.write_bytes(b"\x89PNG")
    with pytest.raises(BadRequest, match="wheel.png cannot be opened"):
        collections.add(AddRequest(str(picture)))
    assert not collections.all()


def test_nested_folder_answers_the_collection_it_lies_in(collections: Collections, tmp_path: Path):
    outer = _folder(tmp_path / "outer")
    inner = _folder(outer / "inner")
    collections.add(AddRequest(str(outer)))
    assert collections.add(AddRequest(str(inner))).collection.slug == "outer"
    assert collections.add(AddRequest(str(inner / "a.md"))).document == "outer/inner/a.md"


def test_adding_again_with_a_weight_changes_it(collections: Collections, tmp_path: Path):
    folder = _folder(tmp_path / "notes")
    collections.add(AddRequest(str(folder), name="Mine"))
    assert collections.add(AddRequest(str(folder), weight=3)).collection.weight == 3
    assert collections.all()[0].name == "Mine"


def test_missing_folder_is_said_to_be_missing(collections: Collections, tmp_path: Path):
    with pytest.raises(FolderUnreadable, match="does not exist"):
        collections.add(AddRequest(str(tmp_path / "nowhere")))


@pytest.mark.parametrize("path", ["/", "/etc", "/usr", "relative/path", "", "a\0b"])
def test_folders_that_are_no_collections_are_refused(collections: Collections, path: str):
    with pytest.raises(BadRequest):
        collections.add(AddRequest(path))


def test_home_and_the_library_itself_are_refused(
    collections: Collections, library_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for folder in (tmp_path, library_folder, _folder(library_folder / "inside")):
        with pytest.raises(BadRequest):
            collections.add(AddRequest(str(folder)))


def test_weight_out_of_range_is_refused(collections: Collections, tmp_path: Path):
    with pytest.raises(BadRequest, match="from 0 to 10"):
        collections.add(AddRequest(str(_folder(tmp_path / "notes")), weight=11))


@pytest.mark.parametrize("pattern", ["bin\\", "!", "[a", "[[:foo:]]"])
def test_a_pattern_that_can_match_nothing_is_refused_at_once(collections: Collections, tmp_path: Path, pattern: str):
    folder = _folder(tmp_path / "notes")
    for fields in ({"ignore": ("ok/", pattern)}, {"include": (pattern,)}):
        with pytest.raises(BadRequest, match="cannot match anything"):
            collections.add(AddRequest(str(folder), **fields))
    assert collections.all() == ()
    collections.add(AddRequest(str(folder)))
    with pytest.raises(BadRequest, match="cannot match anything"):
        collections.change(ConfigureRequest("notes", ignore=(pattern,)))


@pytest.mark.skipif(os.name == "nt", reason="symlinks need a privilege on Windows")
def test_a_root_that_is_a_link_keeps_its_name_and_is_one_with_its_target(collections: Collections, tmp_path: Path):
    folder = _folder(tmp_path / "r2")
    (tmp_path / "current").symlink_to("r2")
    added = collections.add(AddRequest(str(tmp_path / "current")))
    assert (added.collection.slug, added.collection.root) == ("current", str(tmp_path / "current"))
    assert collections.add(AddRequest(str(folder))).collection == added.collection
    assert collections.add(AddRequest(str(tmp_path / "current/a.md"))).document == "current/a.md"
    assert collections.add(AddRequest(str(folder / "a.md"))).document == "current/a.md"


def test_removed_collection_is_found_no_more(collections: Collections, tmp_path: Path):
    collections.add(AddRequest(str(_folder(tmp_path / "notes")), name="Mine"))
    assert collections.remove("mine").slug == "mine"
    with pytest.raises(NotFound):
        collections.find("mine")


def test_unknown_collection_offers_near_slugs(collections: Collections, tmp_path: Path):
    collections.add(AddRequest(str(_folder(tmp_path / "handbook"))))
    with pytest.raises(NotFound) as caught:
        collections.find("handbok")
    assert caught.value.did_you_mean == ("handbook",)


@pytest.mark.parametrize(
    ("name", "slug"), [("My  Notes!", "my-notes"), ("日本語", "日本語"), ("...", "collection"), ("a_b/c", "a-b-c")]
)
def test_slugs_are_words_joined_by_hyphens(name: str, slug: str):
    assert slug_of(name) == slug


def test_a_collection_is_changed_in_part_and_keeps_its_slug(collections: Collections, tmp_path: Path):
    collections.add(AddRequest(str(_folder(tmp_path / "notes")), ignore=("drafts/",), language="en"))
    changed = collections.change(ConfigureRequest("notes", name="Field notes", weight=2.5))
    assert (changed.slug, changed.name, changed.weight) == ("notes", "Field notes", 2.5)
    assert (changed.ignore, changed.language) == (("drafts/",), "en")
    assert collections.change(ConfigureRequest("Field notes", ignore=())).ignore == ()
    assert collections.all() == (collections.find("notes"),)


def test_a_weight_out_of_range_and_a_name_that_is_taken_are_refused(collections: Collections, tmp_path: Path):
    for name in ("notes", "guides"):
        collections.add(AddRequest(str(_folder(tmp_path / name))))
    for wrong in (ConfigureRequest("notes", weight=11), ConfigureRequest("notes", name="Guides")):
        with pytest.raises(BadRequest):
            collections.change(wrong)
    with pytest.raises(BadRequest):
        collections.change(ConfigureRequest("notes", name="  "))
    with pytest.raises(NotFound):
        collections.change(ConfigureRequest("nowhere", weight=1))
    assert [collection.name for collection in collections.all()] == ["guides", "notes"]
