from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.service.team.traces.receiver import attributes, receiving
from tests.team.fleet import answers, gathered, search, wait_for
from tests.team.postgres import Postgres

pytestmark = pytest.mark.timeout(900)


def test_workers_and_readers_trace_their_jobs_and_calls(tmp_path: Path, postgres: Postgres) -> None:
    with receiving() as receiver, gathered(tmp_path, postgres) as fleet:
        fleet.collector = receiver.address
        fleet.add("Handbook", {"a.md": "# Qumbrawheel\n\nThe vexillum turns.\n"})
        worker = fleet.start_worker("one")
        wait_for(lambda: postgres.ask("SELECT to_regclass('bookwheel.jobs')")[0][0], fleet)
        wait_for(lambda: fleet.finished("Handbook") == [1], fleet)
        reader = fleet.start_reader()
        wait_for(lambda: answers(reader, "/readyz"), fleet)
        assert search(reader, "vexillum") == ["team-handbook/a.md"]
        worker.end()
        wait_for(lambda: receiver.named("rpc/search"), fleet)
        [job] = [span for span in receiver.named("job") if attributes(span)["bookwheel.outcome"] == "ok"]
        stages = {span.name: span for span in receiver.spans() if span.trace_id == job.trace_id}
        assert stages.keys() == {"job", "fetch", "index", "embed", "publish", "upload"}
        assert attributes(job)["bookwheel.collections"] == ["Handbook"]
        told = b"".join(receiver.bodies).lower()
        for word in ("vexillum", "qumbrawheel", "a.md", str(tmp_path), json.dumps(str(postgres.folder))[1:-1]):
            assert word.lower().encode() not in told
