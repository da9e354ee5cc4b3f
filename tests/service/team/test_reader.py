from __future__ import annotations

from pathlib import Path

import pytest

from bookwheel.domain.jobs import JobState
from bookwheel.domain.team import TeamCollection
from bookwheel.service.team import reader, server
from bookwheel.service.team.reader import Reader
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.publications.publishing import public, publish
from tests.service.team.serving import OPEN, serving


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
