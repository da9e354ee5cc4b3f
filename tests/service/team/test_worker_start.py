from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bookwheel.domain.errors import ConfigurationRefused
from bookwheel.indexes.state import State
from bookwheel.paths import LibraryPaths
from bookwheel.publications import keys
from bookwheel.service.team import config, doctor, extra, reader, start
from bookwheel.service.team.database.jobs import FIRST_RETRY_S, LONGEST_RETRY_S, retry_s
from bookwheel.service.team.worker import start as worker
from bookwheel.service.workers import priority
from tests.publications.publishing import public


def _config(folder: Path, *lines: str) -> Path:
    text = ['name = "T"', "[[collections]]", 'name = "A"', f'address = "{folder}/a"', f'key = "{public()}"']
    file = folder / "team.toml"
    file.write_text("\n".join([*text, "groups = []", *lines]), "utf-8")
    return file


def test_a_worker_says_all_that_it_lacks(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationRefused) as caught:
        worker.check(config.read(_config(tmp_path)))
    assert "workers: This table is missing" in caught.value.message
    assert "collections: No collection has a source" in caught.value.message
    lines = (f'source = "{tmp_path}"', 'secret_key = "a.key"', "[workers]", 'queue_file = "none"')
    with pytest.raises(ConfigurationRefused) as caught:
        worker.check(config.read(_config(tmp_path, *lines)))
    assert "workers.queue_file: There is no file" in caught.value.message
    assert "collections[1].secret_key: The key file" in caught.value.message
    keys.write_key(tmp_path / "a.key", keys.create_key())
    (tmp_path / "none").write_text("postgresql://db/x", "utf-8")
    worker.check(config.read(_config(tmp_path, *lines)))


def test_a_reader_needs_neither_the_keys_nor_the_sources_of_workers(tmp_path: Path) -> None:
    lines = ('source = "/none"', 'secret_key = "none.key"', "[workers]", 'queue_file = "none"')
    prepared = start.prepare(str(_config(tmp_path, *lines)), str(tmp_path / "library"), is_json=False)
    assert prepared.places.root == tmp_path / "library"


def test_the_doctor_does_not_blame_a_collection_that_a_worker_is_still_to_publish(tmp_path: Path) -> None:
    file = _config(tmp_path, 'source = "/none"', 'secret_key = "none.key"', "[workers]", 'queue_file = "none"')
    told = {str(check.name): check for check in doctor.examine(file).checks}
    assert told["A"].state == "good" and "nothing is published yet" in told["A"].message
    (tmp_path / "a").mkdir()
    (tmp_path / "a/collection.bookwheel").write_bytes(b"torn")
    told = {str(check.name): check for check in doctor.examine(file).checks}
    assert told["A"].state == "bad"
    told = {str(check.name): check for check in doctor.examine(_config(tmp_path / "a")).checks}
    assert told["A"].state == "bad" and "missing" in told["A"].message  # nobody here publishes it


def test_a_worker_embeds_at_its_own_priority_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(priority.SWITCH, "low")
    worker.keep_priority()
    assert not priority.is_normal()
    monkeypatch.delenv(priority.SWITCH)
    worker.keep_priority()
    assert priority.is_normal()


def test_reader_and_worker_refuse_each_others_folder(tmp_path: Path) -> None:
    paths = LibraryPaths(tmp_path)
    state = State(paths.state, paths.state_backup)
    reader.claim(state, reader.WORKER_MARK)
    reader.claim(state, reader.WORKER_MARK)
    with pytest.raises(ConfigurationRefused, match="cannot share this folder"):
        reader.claim(state)
    state.close()


def test_a_failed_job_waits_longer_each_time_up_to_an_hour() -> None:
    waits = [retry_s(attempts) for attempts in range(1, 12)]
    assert waits[:3] == [FIRST_RETRY_S, 2 * FIRST_RETRY_S, 4 * FIRST_RETRY_S] and waits == sorted(waits)
    assert waits[-1] == retry_s(10**9) == LONGEST_RETRY_S


def test_no_service_but_a_teams_loads_the_database() -> None:
    code = (
        "import sys, bookwheel.service.server, bookwheel.service.team.server, bookwheel.service.team.doctor\n"
        "sys.exit(any(name.split('.')[0] == 'psycopg' for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_configuration_with_a_database_needs_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extra, "find_spec", lambda name: None)
    lines = ("[audit]", 'database = "postgresql://db/x"')
    with pytest.raises(ConfigurationRefused, match=r"pip install 'bookwheel\[team\]'"):
        start.prepare(str(_config(tmp_path, *lines)), str(tmp_path / "library"), is_json=False)
