"""A collection goes from a library to a bucket, by the script of packaging/publish, and from there to another one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bookwheel.domain.publications import MANIFEST
from bookwheel.fetching.object_store import open_object_store
from bookwheel.publications import keys
from bookwheel.publications.manifest import MOST_MANIFEST_BYTES, decode
from tests.end_to_end.publish_script import COMMAND, make_documents, run
from tests.project.manual import ROOT
from tests.s3.conftest import set_keys
from tests.s3.server import BUCKET, PROGRAM, READER


@pytest.mark.skipif(sys.platform == "win32", reason="the script is one of Unix")
def test_a_folder_is_published_to_a_bucket_and_read_from_it_by_another_library(
    tmp_path: Path, prefix: str, monkeypatch: pytest.MonkeyPatch
):
    private, address = keys.create_key(), f"s3://{BUCKET}/{prefix}"
    keys.write_key(tmp_path / "key", private)
    text = (tmp_path / "key").read_text("utf-8").strip()
    documents = make_documents(tmp_path / "handbook")
    code, printed = run(documents, address, tmp_path / "temporary", BOOKWHEEL_PUBLISHING_KEY=text)
    assert code == 0, printed
    stored = open_object_store(address).read(MANIFEST, MOST_MANIFEST_BYTES)
    assert stored is not None and decode(stored.content).manifest.documents == 1
    set_keys(monkeypatch, READER)
    try:
        _bookwheel("subscribe", address, "--key", keys.fingerprint(keys.public_key(private)))
        assert "Wheels" in _bookwheel("search", "eight open books")
    finally:
        _bookwheel("stop")


def test_the_example_workflow_fits_the_schema_of_workflows():
    checker = PROGRAM.with_name("check-jsonschema" + PROGRAM.suffix)
    example = ROOT / "packaging" / "publish" / "publish.yml"
    command = [str(checker), "--builtin-schema", "vendor.github-workflows", str(example)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def _bookwheel(*words: str) -> str:
    done = subprocess.run(
        [str(COMMAND), *words], capture_output=True, text=True, encoding="utf-8", timeout=200, env=os.environ
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
