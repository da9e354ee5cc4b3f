"""A mirror keeps segments that are whole, and the manifest in force, whatever tears it."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.errors import PublicationRefused, StorageUnavailable
from bookwheel.domain.publications import MANIFEST, SEGMENTS, SegmentEntry, SegmentKind
from bookwheel.publications.manifest import Signed, decode, encode
from bookwheel.publications.mirror import PublicationMirror
from bookwheel.publications.segments import pack_assets
from tests.publications.publishing import KEY, entry_of, publish

TEXTS = {"a.md": "# A\n", "b.md": "# B\n\nwords\n", "c.md": "# C\n"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "mirrors" / "guide"


@pytest.fixture
def mirror(folder: Path) -> PublicationMirror:
    return PublicationMirror(folder)


def published(
    folder: Path, sequence: int = 1, texts: dict[str, str] = TEXTS
) -> tuple[Signed, dict[SegmentEntry, bytes]]:
    made = publish(folder, texts, sequence)
    contents = {entry: (folder / SEGMENTS / entry.hash).read_bytes() for entry in made.segments}
    return decode((folder / MANIFEST).read_bytes()), contents


def fill(mirror: PublicationMirror, signed: Signed, contents: dict[SegmentEntry, bytes]) -> None:
    for entry, content in contents.items():
        mirror.keep(entry, content)
    mirror.take(signed)


def test_nothing_is_made_until_something_is_kept(mirror: PublicationMirror, folder: Path, tmp_path: Path):
    signed, contents = published(tmp_path / "target")
    assert mirror.manifest() is None and not any(mirror.has(entry) for entry in contents)
    mirror.remove_assets(["a.png"])
    assert not folder.exists()
    fill(mirror, signed, contents)
    assert mirror.manifest() == signed
    assert all(mirror.has(entry) and mirror.read(entry) == content for entry, content in contents.items())


def test_a_manifest_is_coming_until_one_is_taken(mirror: PublicationMirror, tmp_path: Path):
    signed, contents = published(tmp_path / "target")
    assert mirror.coming() is None
    mirror.expect(signed)
    assert (mirror.coming(), mirror.manifest()) == (signed, None)
    assert mirror.whole_buckets(signed) == set()
    entry, content = next(iter(contents.items()))
    mirror.keep(entry, content)
    assert mirror.whole_buckets(signed) == {entry.bucket}
    fill(mirror, signed, contents)
    assert mirror.coming() is None and not mirror.coming_path.exists()


def test_a_coming_manifest_that_was_changed_is_none(mirror: PublicationMirror, tmp_path: Path):
    signed, _ = published(tmp_path / "target")
    mirror.expect(signed)
    content = mirror.coming_path.read_bytes()
    mirror.coming_path.write_bytes(content.replace(b"Guide", b"Other"))
    assert mirror.coming() is None


def test_other_bytes_than_the_entry_names_are_not_kept(mirror: PublicationMirror, folder: Path, tmp_path: Path):
    _, contents = published(tmp_path / "target")
    entry, content = next(iter(contents.items()))
    for other in (b"", content[:-1], content + b"x", content[:-1] + bytes([content[-1] ^ 1])):
        with pytest.raises(PublicationRefused):
            mirror.keep(entry, other)
    assert not folder.exists()


def test_segments_that_the_manifest_no_longer_names_are_swept(mirror: PublicationMirror, folder: Path, tmp_path: Path):
    fill(mirror, *published(tmp_path / "first"))
    signed, contents = published(tmp_path / "second", 2, {"a.md": "# Another\n", "z.md": "# Z\n"})
    (folder / SEGMENTS / "folder").mkdir()
    (folder / SEGMENTS / ".draft-0").write_bytes(b"torn")
    fill(mirror, signed, contents)
    assert {path.name for path in (folder / SEGMENTS).iterdir() if path.is_file()} == {one.hash for one in contents}


def test_the_known_manifest_stays_in_force_until_the_next_is_taken(mirror: PublicationMirror, tmp_path: Path):
    first, contents = published(tmp_path / "first")
    fill(mirror, first, contents)
    second, more = published(tmp_path / "second", 2, {"a.md": "# Another\n"})
    for entry, content in more.items():
        mirror.keep(entry, content)
    assert mirror.manifest() == first and all(mirror.has(entry) for entry in (*contents, *more))
    mirror.take(second)
    assert mirror.manifest() == second


@given(data=st.data())
def test_a_torn_manifest_counts_as_none(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("mirror")
    publish(folder, TEXTS)
    content = (folder / MANIFEST).read_bytes()
    torn = data.draw(
        st.one_of(
            st.binary(max_size=200),
            st.integers(0, len(content) - 1).map(lambda size: content[:size]),
            st.integers(0, len(content) - 1).map(
                lambda at: content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
            ),
        )
    )
    (folder / MANIFEST).write_bytes(torn)
    assert PublicationMirror(folder).manifest() is None


def test_a_torn_segment_is_refused_and_then_is_missing_so_that_it_is_fetched_again(
    mirror: PublicationMirror, folder: Path, tmp_path: Path
):
    signed, contents = published(tmp_path / "target")
    fill(mirror, signed, contents)
    entry, content = next(iter(contents.items()))
    for torn in (b"\0" * len(content), b"", content[:-1], content + b"more"):
        (folder / SEGMENTS / entry.hash).write_bytes(torn)
        assert mirror.has(entry) is (len(torn) == len(content))
        with pytest.raises(PublicationRefused):
            mirror.read(entry)
        assert not mirror.has(entry)
        mirror.keep(entry, content)
        assert mirror.read(entry) == content


def test_a_missing_segment_is_refused(mirror: PublicationMirror, tmp_path: Path):
    _, contents = published(tmp_path / "target")
    with pytest.raises(PublicationRefused):
        mirror.read(next(iter(contents)))


def test_a_write_that_fails_leaves_the_manifest_before_it(
    mirror: PublicationMirror, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    first, contents = published(tmp_path / "first")
    fill(mirror, first, contents)

    def fail(_source: object, _target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    second = decode(encode(replace(first.manifest, sequence=2, segments=()), KEY))
    with pytest.raises(StorageUnavailable, match="No space left"):
        mirror.take(second)
    assert mirror.manifest() == first and all(mirror.has(entry) for entry in contents)
    assert not list(folder.rglob(".draft*"))


def test_files_are_written_below_the_root_and_removed_with_their_folders(mirror: PublicationMirror, folder: Path):
    mirror.write_assets({"a/b/c.png": b"c", "d.png": b"d", "a/e.png": b"e"})
    assert (folder / "documents/a/b/c.png").read_bytes() == b"c"
    mirror.write_assets({"d.png": b"other"})
    assert (folder / "documents/d.png").read_bytes() == b"other"
    mirror.remove_assets(["a/b/c.png", "d.png", "never/there.png"])
    assert [path.name for path in (folder / "documents").rglob("*")] == ["a", "e.png"]


@pytest.mark.parametrize(
    "path", ["../x", "/x", "a/../../x", ".git/config", "a/.git/hooks/post-checkout", "C:x", "a\\b"]
)
def test_files_outside_of_the_root_are_neither_written_nor_removed(mirror: PublicationMirror, folder: Path, path: str):
    folder.mkdir(parents=True)
    (folder / "x").write_bytes(b"mine")
    with pytest.raises(PublicationRefused):
        mirror.write_assets({path: b"theirs"})
    if ".git" not in path:
        with pytest.raises(PublicationRefused):
            mirror.remove_assets([path])
    assert [one.name for one in folder.rglob("*") if one.is_file()] == ["x"]


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_files_are_not_written_through_links(mirror: PublicationMirror, folder: Path, tmp_path: Path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").write_bytes(b"mine")
    (folder / "documents").mkdir(parents=True)
    (folder / "documents" / "folder").symlink_to(outside)
    (folder / "documents" / "file").symlink_to(outside / "file")
    with pytest.raises(PublicationRefused):
        mirror.write_assets({"folder/x.png": b"theirs"})
    mirror.write_assets({"file": b"theirs"})
    assert [path.name for path in outside.iterdir()] == ["file"] and (outside / "file").read_bytes() == b"mine"
    assert (folder / "documents" / "file").read_bytes() == b"theirs"


def test_a_file_where_a_folder_is_and_the_other_way_round_is_refused(mirror: PublicationMirror):
    mirror.write_assets({"a": b"file", "b/c.png": b"c"})
    for path in ("a/x.png", "a/b/c/x.png", "b"):
        with pytest.raises(PublicationRefused, match="another one"):
            mirror.write_assets({path: b"x"})


def test_assets_of_a_segment_are_swept_with_it(mirror: PublicationMirror, tmp_path: Path):
    packed = pack_assets({"a.png": b"a"})
    entry = entry_of(SegmentKind.ASSETS, packed)
    publish(tmp_path / "target", TEXTS, others={entry: packed.content})
    signed = decode((tmp_path / "target" / MANIFEST).read_bytes())
    mirror.keep(entry, packed.content)
    mirror.take(signed)
    assert mirror.has(entry)
    mirror.take(decode(encode(replace(signed.manifest, sequence=2, segments=()), KEY)))
    assert not mirror.has(entry)
