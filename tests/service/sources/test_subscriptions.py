from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.domain.collection import Collection, ConfigureRequest
from bookwheel.domain.collection_source import Bounds, SourceKind
from bookwheel.domain.errors import BadRequest, NotAllowed
from bookwheel.domain.jobs import Job, JobRequest, JobState
from bookwheel.domain.notes import NewNoteRequest
from bookwheel.domain.service.requests import Empty
from bookwheel.domain.sources import AddSourceRequest, ChangeSourceRequest
from bookwheel.indexes.state import State
from bookwheel.library.indexing.collections import Collections
from bookwheel.paths import LibraryPaths, command
from bookwheel.publications import keys
from bookwheel.service.passwords.passwords import Passwords
from bookwheel.service.sources import source_fetches
from bookwheel.service.sources.jobs import Jobs
from bookwheel.service.sources.refreshes import Refreshes
from bookwheel.service.sources.source_fetches import SourceFetches
from bookwheel.service.sources.sources import Sources
from bookwheel.system_keyring import SystemKeyring
from tests.publications.publishing import public, publish

TEXTS = {"guide/a.md": "# A\n\nWords.\n", "guide/b.md": "# B\n\nMore words.\n"}
OTHER = bytes(reversed(range(32)))


class Subscribing:
    """The sources of a library, fetched by children."""

    def __init__(self, root: Path) -> None:
        root.mkdir()
        self.paths = LibraryPaths(root)
        self.state = State(self.paths.state, self.paths.state_backup)
        self.collections, self.jobs = Collections(self.state, self.paths), Jobs(self.state, lambda: None)
        line = [*command(), "child", "crawler", "--library", str(root)]
        fetches = SourceFetches(
            self.paths, line, self.jobs, lambda host: "", self.collections.keep_kind, self.collections.keep_key
        )
        self.refreshes = Refreshes(
            self.jobs, self.collections.find, {SourceKind.PUBLICATION: fetches.run}, stop=fetches.close
        )
        self.fetched: list[str] = []
        self.arriving: list[str] = []
        fetches.on_arriving = lambda collection: self.arriving.append(collection.slug)
        self.refreshes.on_fetched = lambda collection: self.fetched.append(collection.slug)
        self.logins = Passwords(self.state, SystemKeyring(lambda: None), "logins")
        self.sources = Sources(self.paths, self.collections, self.jobs, self.refreshes, self.logins)

    def add(self, address: object, name: str = "", key: str = "") -> tuple[Collection, Job]:
        """Subscribe, and wait for the first refresh; the collection as it is then."""
        answer = self.sources.add(AddSourceRequest(str(address), SourceKind.PUBLICATION, name, key=key))
        assert answer.job is not None
        job = self.jobs.answer(JobRequest(answer.job.id, wait_s=60))
        return self.collections.find(answer.collection.slug), job

    def close(self) -> None:
        self.refreshes.close()
        self.logins.close()
        self.state.close()


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Subscribing]:
    opened = Subscribing(tmp_path / "library")
    yield opened
    opened.close()


@pytest.fixture
def target(tmp_path: Path) -> Path:
    publish(tmp_path / "target", TEXTS)
    return tmp_path / "target"


def _key(collection: Collection) -> str:
    assert collection.source is not None
    return collection.source.key


def test_a_subscription_takes_the_publishers_name_and_key(library: Subscribing, target: Path) -> None:
    collection, job = library.add(target)
    assert job.state is JobState.DONE, job.message
    assert job.counts.new == 2
    assert (collection.slug, collection.name, _key(collection)) == ("target", "Guide", public())
    assert collection.source is not None and collection.source.address == str(target)
    assert library.fetched == ["target"]
    (card,) = library.sources.listed(Empty()).sources
    assert card.publication is not None
    assert (card.publication.publisher, card.publication.key) == ("Docs team", keys.fingerprint(public()))
    publish(target, {**TEXTS, "guide/c.md": "# C\n"}, 2)
    library.add(target)
    (card,) = library.sources.listed(Empty()).sources
    assert card.publication is not None and card.publication.sequence == 2


def test_documents_are_told_of_while_they_arrive(library: Subscribing, tmp_path: Path) -> None:
    texts = {f"page-{number}.md": f"# Page {number}\n\nWords.\n" for number in range(source_fetches.FIRST_ARRIVED)}
    publish(tmp_path / "many", texts, buckets=1)
    library.add(tmp_path / "many")
    assert set(library.arriving) == {"many"}
    library.arriving.clear()
    library.add(tmp_path / "many")
    assert library.arriving == []


def test_a_name_that_a_person_gave_stays(library: Subscribing, target: Path, tmp_path: Path) -> None:
    assert library.add(target, "Mine")[0].name == "Mine"
    publish(tmp_path / "other", TEXTS, name="Mine", id="e" * 32)
    collection, _ = library.add(tmp_path / "other")
    assert collection.name == "other"  # the publisher's name is taken here
    library.collections.change(ConfigureRequest("other", name="Renamed"))
    publish(tmp_path / "other", TEXTS, 2, name="New name", id="e" * 32)
    assert library.add(tmp_path / "other")[0].name == "Renamed"


def test_one_publication_is_one_collection_however_it_is_written(library: Subscribing, target: Path) -> None:
    library.add(target)
    for written in (f"{target}/", f"{target}/collection.bookwheel", target.as_uri()):
        assert library.add(written)[0].slug == "target"
        assert library.collections.find(written).slug == "target"
    site = AddSourceRequest("https://docs.example.org/a/", SourceKind.SITE)
    library.collections.add_source(site, SourceKind.SITE)
    published = library.collections.add_source(site, SourceKind.PUBLICATION)
    assert not published.is_known
    assert library.refreshes.find_kind("https://docs.example.org/a/collection.bookwheel") is SourceKind.PUBLICATION


def test_a_wrong_key_fails_and_the_pinned_one_holds(library: Subscribing, target: Path) -> None:
    collection, job = library.add(target, key=keys.fingerprint(public(OTHER)))
    assert job.state is JobState.FAILED and "another key" in job.message
    assert collection.name == "target"
    assert library.fetched == ["target"]  # the indexer is told all the same
    library.collections.remove("target")
    library.sources.forget("target")
    assert not list(library.paths.mirrors.iterdir())
    collection, job = library.add(target, key=f" {keys.fingerprint(public()).upper()} ")
    assert job.state is JobState.DONE and _key(collection) == public()
    library.add(target, key=keys.fingerprint(public()))
    library.add(target, key=public())
    with pytest.raises(BadRequest, match="trusts another key"):
        library.add(target, key=public(OTHER))
    publish(target, TEXTS, 2, key=OTHER)
    assert library.add(target)[1].state is JobState.FAILED
    rotation = keys.rotate("0123456789abcdef0123456789abcdef", bytes(range(32)), OTHER)
    publish(target, TEXTS, 2, key=OTHER, rotations=(rotation,))
    collection, job = library.add(target)
    assert job.state is JobState.DONE and _key(collection) == public(OTHER)


@pytest.mark.parametrize("key", ["no", "abcd-efgh-0000-0000", "QUJD"])
def test_what_is_no_key_is_refused(library: Subscribing, target: Path, key: str) -> None:
    with pytest.raises(BadRequest, match="not a publisher's key"):
        library.add(target, key=key)


def test_a_key_is_for_publications(library: Subscribing) -> None:
    with pytest.raises(BadRequest, match="Only a publication"):
        library.collections.add_source(AddSourceRequest("https://x.org/", key=public()), SourceKind.SITE)


def test_a_publication_may_be_larger_than_a_site_unless_a_person_says_otherwise(library: Subscribing) -> None:
    def most(name: str, bounds: Bounds) -> int:
        request = AddSourceRequest(f"https://x.org/{name}", bounds=bounds)
        source = library.collections.add_source(request, SourceKind.PUBLICATION).collection.source
        assert source is not None
        return source.bounds.size_bytes

    assert most("a", Bounds()) == 10_000_000_000
    assert most("b", Bounds(size_bytes=5_000_000)) == 5_000_000


def test_a_folder_has_no_login_and_takes_no_notes(library: Subscribing, target: Path) -> None:
    library.add(target)
    with pytest.raises(BadRequest, match="no web address"):
        library.sources.change(ChangeSourceRequest("target", login="Cookie: a=1"))
    with pytest.raises(NotAllowed, match="is a subscription"):
        library.collections.new_note(NewNoteRequest("target", "New"))


def test_a_revoked_publication_fails_and_its_card_says_so(library: Subscribing, target: Path) -> None:
    library.add(target)
    publish(target, {}, 2, is_revoked=True)
    _, job = library.add(target)
    assert job.state is JobState.FAILED and "withdrew the key" in job.message
    assert library.fetched == ["target", "target"]
    (card,) = library.sources.listed(Empty()).sources
    assert card.publication is not None and card.publication.is_revoked
