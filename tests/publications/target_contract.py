"""What every target of publications does, whatever it is: a folder, a store of objects."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from bookwheel.domain.errors import PublicationChanged, PublicationRefused
from bookwheel.domain.publications import MANIFEST
from bookwheel.domain.targets import Target

Open = Callable[[], Target]

ROUNDS = 20
"""How often each of several publishers replaces the manifest."""


def segment(content: bytes) -> str:
    """The name of a segment."""
    return f"segments/{hashlib.sha256(content).hexdigest()}"


def count_up(target: Target, publisher: bytes, rounds: int) -> list[int]:
    """Add one to the number in the manifest so often, again where another publisher was faster; the numbers written."""
    written: list[int] = []
    while len(written) < rounds:
        known = target.read(MANIFEST, 100)
        number = int(known.content.split()[0]) + 1 if known is not None else 1
        try:
            target.replace(MANIFEST, b"%d %s" % (number, publisher), known.version if known is not None else "")
        except PublicationChanged:
            continue
        written.append(number)
    return written


class TargetContract:
    """Tests for a class with a fixture `open_target`, which opens the same place again and again."""

    def test_a_target_that_nobody_wrote_to_is_empty(self, open_target: Open):
        target = open_target()
        assert target.read(MANIFEST, 100) is None
        assert list(target.names("segments")) == []
        target.delete(MANIFEST)

    def test_a_new_file_is_written_once_and_read_by_others(self, open_target: Open):
        content = bytes(range(256)) * 5000
        name = segment(content)
        assert open_target().write_new(name, content)
        assert not open_target().write_new(name, content)
        stored = open_target().read(name, len(content))
        assert stored is not None and stored.content == content

    def test_a_file_that_a_broken_store_left_cut_short_is_written_again(self, open_target: Open):
        content = b"whole and round"
        name = segment(content)
        assert open_target().write_new(name, content[:5])
        assert open_target().write_new(name, content)
        stored = open_target().read(name, 100)
        assert stored is not None and stored.content == content

    def test_a_listed_file_has_its_size(self, open_target: Open):
        open_target().write_new("segments/a", b"abcd")
        assert [(one.name, one.size_bytes) for one in open_target().names("segments")] == [("a", 4)]

    def test_drafts_that_are_young_are_left_alone(self, open_target: Open):
        open_target().write_new("segments/a", b"abcd")
        assert open_target().sweep_drafts(100.0) == 0
        assert [one.name for one in open_target().names("segments")] == ["a"]

    def test_a_file_larger_than_asked_for_is_refused(self, open_target: Open):
        target = open_target()
        target.write_new("segments/a", b"abcd")
        assert target.read("segments/a", 4) is not None
        with pytest.raises(PublicationRefused, match=r"segments/a is larger"):
            target.read("segments/a", 3)

    def test_an_empty_file_is_read_as_it_is(self, open_target: Open):
        target = open_target()
        assert target.write_new("segments/a", b"")
        stored = target.read("segments/a", 0)
        assert stored is not None and stored.content == b""

    def test_a_manifest_is_replaced_in_the_version_that_was_read_alone(self, open_target: Open):
        first, second = open_target(), open_target()
        first.replace(MANIFEST, b"one", "")
        with pytest.raises(PublicationChanged):
            second.replace(MANIFEST, b"two", "")
        known = second.read(MANIFEST, 100)
        assert known is not None and known.content == b"one"
        first.replace(MANIFEST, b"three", known.version)
        with pytest.raises(PublicationChanged):
            second.replace(MANIFEST, b"four", known.version)
        latest = second.read(MANIFEST, 100)
        assert latest is not None and latest.content == b"three" and latest.version != known.version

    def test_a_manifest_that_was_deleted_is_not_replaced(self, open_target: Open):
        target = open_target()
        target.replace(MANIFEST, b"one", "")
        known = target.read(MANIFEST, 100)
        assert known is not None
        target.delete(MANIFEST)
        assert target.read(MANIFEST, 100) is None
        with pytest.raises(PublicationChanged):
            target.replace(MANIFEST, b"two", known.version)

    def test_files_are_listed_by_folder_with_their_age(self, open_target: Open):
        target = open_target()
        names = {f"{number:064x}" for number in range(30)}
        for name in sorted(names):
            target.write_new(f"segments/{name}", name.encode())
        target.write_new("segments-of-others/a", b"a")
        target.replace(MANIFEST, b"one", "")
        listed = {one.name: one.age_s for one in target.names("segments")}
        assert set(listed) == names
        assert all(0 <= age < 300 for age in listed.values())

    def test_a_deleted_file_is_gone_and_may_be_deleted_again(self, open_target: Open):
        target = open_target()
        target.write_new("segments/a", b"a")
        target.write_new("segments/b", b"b")
        target.delete("segments/a")
        target.delete("segments/a")
        assert [one.name for one in open_target().names("segments")] == ["b"]

    def test_of_publishers_at_once_none_loses_what_another_wrote(self, open_target: Open):
        with ThreadPoolExecutor(2) as publishers:
            counts = [publishers.submit(count_up, open_target(), name, ROUNDS) for name in (b"first", b"second")]
            written = [count.result() for count in counts]
        assert sorted(written[0] + written[1]) == list(range(1, 2 * ROUNDS + 1))

    def test_a_segment_that_several_write_at_once_is_whole(self, open_target: Open):
        content = b"segment" * 100_000
        name = segment(content)
        with ThreadPoolExecutor(4) as publishers:
            list(publishers.map(lambda target: target.write_new(name, content), [open_target() for _ in range(4)]))
        stored = open_target().read(name, len(content))
        assert stored is not None and stored.content == content
        assert [one.name for one in open_target().names("segments")] == [name.partition("/")[2]]
