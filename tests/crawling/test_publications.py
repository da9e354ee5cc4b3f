from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bookwheel.crawling import publication_reader, publications, sources
from bookwheel.domain.collection_source import Bounds, Source, SourceKind
from bookwheel.domain.crawling import FetchReport, FetchTask, Login
from bookwheel.domain.errors import (
    BadRequest,
    BookwheelError,
    FetchFailed,
    FetchRefused,
    PrivateAddress,
    PublicationRefused,
    StorageUnavailable,
)
from bookwheel.domain.publications import MANIFEST, SEGMENTS, Manifest, SegmentKind
from bookwheel.fetching import object_store
from bookwheel.publications import keys, manifest, segments
from bookwheel.publications.mirror import PublicationMirror
from tests.crawling.publication_server import (
    PublicationServer,
    drip,
    endless,
    give,
    half,
    instead,
    publication_server,
    redirect,
    status,
)
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.publications.publishing import KEY, entry_of, public, publish

TEXTS = {f"guide/page-{number}.md": f"# Page {number}\n\nWords of page {number}.\n" for number in range(12)}
OTHER = bytes(reversed(range(32)))


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "target"


@pytest.fixture
def server(target: Path) -> Iterator[PublicationServer]:
    target.mkdir()
    with publication_server(target) as running:
        yield running


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publications, "AGAIN_AFTER_S", 0.01)


class Subscription:
    """A subscription's mirror, and what its refreshes told."""

    def __init__(self, address: str, folder: Path, key: str = "", **bounds: object) -> None:
        limits = replace(Bounds(may_be_private=True), **bounds)  # type: ignore[arg-type]
        self.task = FetchTask(
            str(folder), Source(SourceKind.PUBLICATION, address, bounds=limits, key=key), "T/1", 500.0
        )
        self.mirror = PublicationMirror(folder)

    def refresh(self) -> FetchReport:
        told: list[FetchReport] = []
        assert sources.fetch(self.task, told.append) is SourceKind.PUBLICATION
        return told[-1]

    def refusal(self, kind: type[BookwheelError] = FetchFailed) -> str:
        with pytest.raises(kind) as caught:
            self.refresh()
        return str(caught.value)

    @property
    def sequence(self) -> int:
        signed = self.mirror.manifest()
        return signed.manifest.sequence if signed is not None else 0

    def is_whole(self) -> bool:
        signed = self.mirror.manifest()
        assert signed is not None
        return all(self.mirror.read(entry) for entry in signed.manifest.segments)


@pytest.fixture
def subscription(server: PublicationServer, tmp_path: Path) -> Subscription:
    return Subscription(server.address, tmp_path / "mirror")


def _segments(server: PublicationServer) -> list[str]:
    return [path for path in server.sent if SEGMENTS in path]


def test_everything_is_fetched_once_and_the_key_and_name_are_told(
    server: PublicationServer, target: Path, subscription: Subscription
) -> None:
    made = publish(target, TEXTS)
    report = subscription.refresh()
    assert (report.counts.new, report.counts.total) == (12, 12)
    assert (report.key, report.name) == (public(), "Guide")
    assert subscription.is_whole()
    assert len(_segments(server)) == len(made.segments)
    server.sent.clear()
    report = subscription.refresh()
    assert (report.counts.same, report.counts.total) == (12, 12)
    assert not server.sent  # the manifest is the same still by its tag


def test_a_first_fetch_that_is_broken_off_leaves_whole_buckets_to_be_read(
    server: PublicationServer, target: Path, subscription: Subscription
) -> None:
    made = publish(target, TEXTS)
    last = max(made.segments, key=lambda entry: entry.bucket)
    server.misdeeds[f"/pub/{SEGMENTS}/{last.hash}"] = status(404)
    subscription.refusal()
    coming = subscription.mirror.coming()
    assert subscription.sequence == 0 and coming is not None and coming.manifest == made
    assert last.bucket not in subscription.mirror.whole_buckets(coming)
    server.misdeeds.clear()
    subscription.refresh()
    assert subscription.sequence == 1 and subscription.mirror.coming() is None


def test_a_manifest_by_another_key_than_the_given_one_is_not_even_coming(
    server: PublicationServer, target: Path, tmp_path: Path
) -> None:
    publish(target, TEXTS, key=OTHER)
    subscription = Subscription(server.address, tmp_path / "mirror", public())
    subscription.refusal(PublicationRefused)
    assert not (tmp_path / "mirror").exists() or subscription.mirror.coming() is None


def test_a_later_state_is_not_read_before_it_is_whole(
    server: PublicationServer, target: Path, subscription: Subscription
) -> None:
    publish(target, TEXTS)
    subscription.refresh()
    publish(target, {**TEXTS, "new.md": "# New\n"}, 2, buckets=8)
    server.misdeeds[f"/pub/{SEGMENTS}"] = status(403)
    subscription.refusal()
    assert subscription.sequence == 1 and not subscription.mirror.coming_path.exists()


def test_a_new_state_costs_the_changed_segments_alone(server: PublicationServer, target: Path, tmp_path: Path) -> None:
    publish(target, TEXTS)
    subscription = Subscription(server.address, tmp_path / "mirror", public())
    subscription.refresh()
    server.sent.clear()
    changed = {**TEXTS, "guide/page-3.md": "# Page 3\n\nOther words of page 3.\n"}
    publish(target, changed, 2)
    report = subscription.refresh()
    assert (report.counts.changed, report.counts.same, report.counts.total) == (1, 11, 12)
    assert report.name == ""
    assert len(_segments(server)) == 1
    del changed["guide/page-5.md"]
    publish(target, {**changed, "guide/new.md": "# New\n"}, 3, buckets=8)
    counts = subscription.refresh().counts
    assert (counts.new, counts.removed, counts.same, counts.changed) == (1, 1, 11, 0)
    assert subscription.is_whole()
    assert len(list((tmp_path / "mirror" / SEGMENTS).iterdir())) <= 8  # old ones are swept


def test_a_folder_is_read_as_a_server_is(target: Path, tmp_path: Path) -> None:
    subscription = Subscription(str(target), tmp_path / "mirror")
    assert "is missing" in subscription.refusal()
    target.mkdir()
    assert "no publication" in subscription.refusal()
    publish(target, TEXTS)
    assert subscription.refresh().counts.new == 12
    assert subscription.refresh().counts.same == 12
    assert subscription.is_whole()


def test_what_is_not_there_or_wants_a_login_says_so(
    server: PublicationServer, target: Path, subscription: Subscription
) -> None:
    assert "404" in subscription.refusal()
    server.misdeeds["/pub/"] = status(401)
    assert "sources login" in subscription.refusal()
    server.misdeeds["/pub/"] = instead(b"<html>Welcome</html>")
    assert "not the manifest" in subscription.refusal()
    server.misdeeds["/pub/"] = half
    publish(target, TEXTS)
    assert "broke off" in subscription.refusal()


def test_a_login_is_sent_to_the_host(server: PublicationServer, target: Path, subscription: Subscription) -> None:
    publish(target, TEXTS)
    login = Login(server.place, "Authorization", "Bearer x")
    subscription.task = replace(subscription.task, logins=(login,))
    subscription.refresh()
    assert {headers.get("authorization") for headers in server.headers} == {"Bearer x"}


def test_an_address_of_the_own_network_must_be_allowed(server: PublicationServer, target: Path, tmp_path: Path) -> None:
    publish(target, TEXTS)
    subscription = Subscription(server.address, tmp_path / "mirror", may_be_private=False)
    assert "--allow-private" in subscription.refusal(PrivateAddress)


@pytest.mark.parametrize("misdeed", [half, endless, instead(b"other"), status(404), status(403)])
def test_a_segment_that_does_not_come_whole_ends_the_refresh_and_what_came_stays(
    server: PublicationServer, target: Path, subscription: Subscription, misdeed: object
) -> None:
    publish(target, TEXTS)
    subscription.refresh()
    made = publish(target, {path: f"{text}\nMore.\n" for path, text in TEXTS.items()}, 2)
    bad = f"/pub/{SEGMENTS}/{made.segments[-1].hash}"
    server.misdeeds[bad] = misdeed  # type: ignore[assignment]
    assert subscription.refusal()
    assert subscription.sequence == 1
    assert subscription.is_whole()  # what is in force is not touched
    del server.misdeeds[bad]
    server.sent.clear()
    report = subscription.refresh()
    assert (report.counts.changed, report.counts.total) == (12, 12)
    assert len(_segments(server)) <= 4
    assert subscription.sequence == 2 and subscription.is_whole()


def test_a_segment_is_asked_for_three_times(
    server: PublicationServer, target: Path, subscription: Subscription
) -> None:
    made = publish(target, TEXTS, buckets=1)
    bad = f"/pub/{SEGMENTS}/{made.segments[0].hash}"
    failures = iter((half, instead(b"other")))
    server.misdeeds[bad] = lambda exchange, content: next(failures, give)(exchange, content)
    assert subscription.refresh().counts.new == 12
    assert server.asked[bad] == 3


def test_a_server_that_drips_is_given_up(
    server: PublicationServer, target: Path, subscription: Subscription, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publication_reader, "START_S", 0.3)
    made = publish(target, TEXTS, buckets=1)
    server.misdeeds[f"/pub/{SEGMENTS}/{made.segments[0].hash}"] = drip
    assert "took too long" in subscription.refusal()
    assert subscription.sequence == 0


def test_swapped_segments_are_refused(server: PublicationServer, target: Path, subscription: Subscription) -> None:
    made = publish(target, TEXTS)
    one, other = (target / SEGMENTS / entry.hash for entry in made.segments[:2])
    contents = one.read_bytes(), other.read_bytes()
    one.write_bytes(contents[1])
    other.write_bytes(contents[0])
    refusal = subscription.refusal()
    assert "not what its publisher signed" in refusal or "larger" in refusal
    assert subscription.sequence == 0


def test_redirects_are_followed_within_reason(server: PublicationServer, target: Path, tmp_path: Path) -> None:
    publish(target, TEXTS)
    moved = Subscription(f"http://{server.place}/old/", tmp_path / "mirror")
    server.misdeeds["/old/"] = redirect(server.address)
    assert moved.refresh().counts.new == 12
    assert [path for path in server.asked if path.startswith("/old/")] == [f"/old/{MANIFEST}"]
    server.misdeeds["/old/"] = redirect(f"http://{server.place}/old/")
    assert "redirects" in moved.refusal(FetchRefused)
    server.misdeeds["/old/"] = redirect("http://169.254.169.254/")
    moved.refusal(PrivateAddress)
    assert moved.sequence == 1


def test_manifests_of_others_and_of_the_past_are_refused(
    server: PublicationServer, target: Path, tmp_path: Path
) -> None:
    publish(target, TEXTS, 5)
    subscription = Subscription(server.address, tmp_path / "mirror", public())
    subscription.refresh()
    publish(target, TEXTS, 6, key=OTHER)
    assert "another key" in subscription.refusal(PublicationRefused)
    publish(target, TEXTS, 4)
    assert "older" in subscription.refusal(PublicationRefused)
    publish(target, TEXTS, 6, id="f" * 32)
    assert "Another collection" in subscription.refusal(PublicationRefused)
    content = bytearray((target / MANIFEST).read_bytes())
    content[-20] ^= 1
    (target / MANIFEST).write_bytes(content)
    assert "signature" in subscription.refusal(PublicationRefused)
    assert subscription.sequence == 5 and subscription.is_whole()


def test_a_wrong_key_or_fingerprint_keeps_everything_out(
    server: PublicationServer, target: Path, tmp_path: Path
) -> None:
    publish(target, TEXTS)
    wrong = Subscription(server.address, tmp_path / "wrong", keys.fingerprint(public(OTHER)))
    assert "another key" in wrong.refusal(PublicationRefused)
    assert not (tmp_path / "wrong" / SEGMENTS).exists()
    right = Subscription(server.address, tmp_path / "right", keys.fingerprint(public()))
    assert right.refresh().key == public()


def test_the_key_of_a_mirror_holds_where_the_service_did_not_hear_of_it(
    server: PublicationServer, target: Path, subscription: Subscription
) -> None:
    publish(target, TEXTS)
    subscription.refresh()
    publish(target, TEXTS, 2, key=OTHER)
    assert "another key" in subscription.refusal(PublicationRefused)
    rotation = keys.rotate(manifest.decode((target / MANIFEST).read_bytes()).manifest.id, KEY, OTHER)
    publish(target, TEXTS, 2, key=OTHER, rotations=(rotation,))
    assert subscription.refresh().key == public(OTHER)


def test_a_revoked_publication_is_taken_and_refused_for_good(
    server: PublicationServer, target: Path, subscription: Subscription, tmp_path: Path
) -> None:
    assets = segments.pack_assets({"guide/plan.png": b"picture"})
    publish(target, TEXTS, others={entry_of(SegmentKind.ASSETS, assets): assets.content})
    subscription.refresh()
    picture = tmp_path / "mirror" / "documents" / "guide" / "plan.png"
    assert picture.read_bytes() == b"picture"
    publish(target, {}, 2, key=OTHER, is_revoked=True)
    assert "another key" in subscription.refusal(PublicationRefused)  # nobody else can withdraw it
    publish(target, {}, 2, is_revoked=True)
    assert "Docs team withdrew the key" in subscription.refusal(PublicationRefused)
    signed = subscription.mirror.manifest()
    assert signed is not None and signed.manifest.is_revoked
    assert not picture.exists()
    publish(target, TEXTS, 3)
    assert "withdrew the key" in subscription.refusal(PublicationRefused)


def test_assets_follow_the_publication(
    server: PublicationServer, target: Path, subscription: Subscription, tmp_path: Path
) -> None:
    documents = tmp_path / "mirror" / "documents"

    def publish_assets(sequence: int, assets: dict[str, bytes]) -> None:
        packed = segments.pack_assets(assets)
        publish(target, TEXTS, sequence, others={entry_of(SegmentKind.ASSETS, packed): packed.content})

    publish_assets(1, {"guide/a.png": b"a", "guide/b": b"b"})
    subscription.refresh()
    assert (documents / "guide/a.png").read_bytes() == b"a"
    publish_assets(2, {"guide/a.png": b"other", "guide/b/c.png": b"c"})
    subscription.refresh()
    found = {path.relative_to(documents).as_posix() for path in documents.rglob("*") if path.is_file()}
    assert found == {"guide/a.png", "guide/b/c.png"}
    assert (documents / "guide/a.png").read_bytes() == b"other"
    publish(target, TEXTS, 3)
    subscription.refresh()
    assert not list(documents.rglob("*.png"))


def test_a_torn_segment_of_the_mirror_is_fetched_again(
    server: PublicationServer, target: Path, subscription: Subscription, tmp_path: Path
) -> None:
    made = publish(target, TEXTS)
    subscription.refresh()
    file = tmp_path / "mirror" / SEGMENTS / made.segments[0].hash
    file.write_bytes(bytes(made.segments[0].size_bytes))
    assert subscription.refresh().counts.same == 12
    assert subscription.is_whole()


def test_a_publisher_that_publishes_meanwhile_is_followed(
    server: PublicationServer, target: Path, subscription: Subscription
) -> None:
    made = publish(target, TEXTS)
    gone = f"/pub/{SEGMENTS}/{made.segments[0].hash}"

    def publish_anew(exchange: object, content: bytes) -> None:
        publish(target, {path: f"{text}\nMore.\n" for path, text in TEXTS.items()}, 2)
        give(exchange, b"no", 404)  # type: ignore[arg-type]

    server.misdeeds[gone] = publish_anew
    assert subscription.refresh().counts.new == 12
    assert subscription.sequence == 2 and subscription.is_whole()


def test_more_than_the_source_may_take_is_refused_before_it_is_fetched(
    server: PublicationServer, target: Path, tmp_path: Path
) -> None:
    publish(target, TEXTS)
    small = Subscription(server.address, tmp_path / "mirror", size_bytes=100)
    assert "--megabytes" in small.refusal(FetchRefused)
    assert not _segments(server)


def test_a_full_disk_says_so_and_leaves_the_known_state(
    server: PublicationServer, target: Path, subscription: Subscription, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(target, TEXTS)
    subscription.refresh()
    publish(target, {path: f"{text}\nMore.\n" for path, text in TEXTS.items()}, 2)
    replace_file = os.replace

    def refuse(source: object, wanted: Path) -> None:
        if wanted.parent.name == SEGMENTS:
            raise OSError(errno.ENOSPC, "No space left on device")
        replace_file(source, wanted)  # type: ignore[arg-type]

    with monkeypatch.context() as full:
        full.setattr(os, "replace", refuse)
        assert "Free some space" in subscription.refusal(StorageUnavailable)
    assert subscription.sequence == 1 and subscription.is_whole()
    assert subscription.refresh().counts.changed == 12


def test_documents_in_a_wrong_segment_are_refused(
    server: PublicationServer, target: Path, subscription: Subscription
) -> None:
    made = publish(target, TEXTS)
    one, other, *rest = made.segments
    wrong = (replace(one, bucket=other.bucket), replace(other, bucket=one.bucket), *rest)
    _sign(target, replace(made, segments=wrong))
    assert "wrong place" in subscription.refusal(PublicationRefused)
    assert subscription.sequence == 0


def test_an_object_store_needs_its_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(object_store, "find_spec", lambda name: None)
    subscription = Subscription("s3://bucket/prefix", tmp_path / "mirror")
    assert "bookwheel[s3]" in subscription.refusal(BadRequest)


def _sign(target: Path, made: Manifest) -> None:
    (target / MANIFEST).write_bytes(manifest.encode(made, KEY))
