from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from bookwheel.domain.jobs import JobState
from bookwheel.domain.team import TeamCollection
from bookwheel.publications import keys
from bookwheel.service.team import reader, server
from bookwheel.service.team.reader import Reader
from tests import waiting
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.publications.publishing import public, publish
from tests.service.team.serving import OPEN, serving, write_publications


def test_what_is_published_after_the_start_is_shown_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    later = tmp_path / "later"
    look, failed = Reader.refresh_due, list[str]()

    def publish_once_it_was_missed(self: Reader) -> None:
        jobs = [job for slug in self.slugs.values() for job in self._parts.jobs.of(slug)]
        if not failed and any(job.state is JobState.FAILED for job in jobs):
            failed.append("missed")
            publish(later, OPEN, name="Later")
        look(self)

    monkeypatch.setattr(reader, "UNPUBLISHED_MINUTES", 0.001)
    monkeypatch.setattr(server, "REFRESH_LOOK_S", 0.1)
    monkeypatch.setattr(Reader, "refresh_due", publish_once_it_was_missed)
    with serving(tmp_path / "reader", (TeamCollection("Later", str(later), public(), ()),)) as served:
        assert failed and served.get("/readyz").status_code == 200


def test_a_reader_that_starts_again_answers_before_it_has_compared_its_collections_with_the_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collections, search = write_publications(tmp_path / "published"), {"query": "wheel", "mode": "keyword"}
    with serving(tmp_path / "reader", collections) as served:
        before = served.rpc("search", search, "person:ada:staff").json()["hits"]
        assert before
    align, is_held = Reader.align, threading.Event()

    def align_late(self: Reader) -> None:
        is_held.wait(60)
        align(self)

    monkeypatch.setattr(Reader, "align", align_late)
    with serving(tmp_path / "reader", collections, is_awaited=False) as served:
        try:
            assert served.rpc("search", search, "person:ada:staff").json()["hits"] == before
            assert "Qworpresult" not in served.rpc("search", search, "person:ada:staff").text
            assert served.get("/readyz").status_code == 503
        finally:
            is_held.set()
        waiting.until(lambda: served.get("/readyz").status_code == 200, 120)


def test_a_collection_with_another_key_is_not_shown_before_it_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (collection, *_) = write_publications(tmp_path / "published")
    with serving(tmp_path / "reader", (collection,)):
        pass
    is_held = threading.Event()
    monkeypatch.setattr(Reader, "align", lambda self: is_held.wait(60))
    other = replace(collection, key=keys.public_key(keys.create_key()))
    with serving(tmp_path / "reader", (other,), is_awaited=False) as served:
        try:
            assert served.rpc("search", {"query": "wheel", "mode": "keyword"}, "person:ada:").json()["hits"] == []
        finally:
            is_held.set()
