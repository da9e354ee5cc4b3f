from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from bookwheel.domain.publications import MANIFEST
from bookwheel.publications import keys
from bookwheel.publications.manifest import decode
from tests import waiting
from tests.end_to_end.publish_script import make_documents, run, start

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the script is one of Unix")


@pytest.fixture
def private() -> bytes:
    return keys.create_key()


@pytest.fixture
def key_text(private: bytes, tmp_path: Path) -> str:
    """What a person copies into a secret of the build."""
    keys.write_key(tmp_path / "key", private)
    return (tmp_path / "key").read_text("utf-8").strip()


def test_a_folder_is_published_again_and_again_and_nothing_stays_behind(tmp_path: Path, private: bytes, key_text: str):
    documents, target, temporary = make_documents(tmp_path / "handbook"), tmp_path / "target", tmp_path / "temporary"
    target.mkdir()
    target.chmod(0o755)
    for sequence in (1, 2):
        (documents / "again.md").write_text(f"# Again\n\nFor the {sequence}. time.\n", "utf-8")
        code, printed = run(
            documents, str(target), temporary, "--publisher", "Docs team", BOOKWHEEL_PUBLISHING_KEY=key_text
        )
        assert code == 0, printed
        assert key_text not in printed and list(temporary.iterdir()) == []
        signed = decode((target / MANIFEST).read_bytes())
        manifest = signed.manifest
        assert signed.key == keys.public_key(private)
        assert (manifest.name, manifest.publisher, manifest.sequence) == ("handbook", "Docs team", sequence)
        assert manifest.documents == 2 and manifest.models
        assert (target / MANIFEST).stat().st_mode & 0o044 == 0o044


def test_without_a_key_or_a_folder_nothing_begins(tmp_path: Path, key_text: str):
    documents, temporary = make_documents(tmp_path / "handbook"), tmp_path / "temporary"
    code, printed = run(documents, str(tmp_path / "target"), temporary, BOOKWHEEL_PUBLISHING_KEY="")
    assert code == 2 and "set BOOKWHEEL_PUBLISHING_KEY" in printed
    code, printed = run(tmp_path / "none", str(tmp_path / "target"), temporary, BOOKWHEEL_PUBLISHING_KEY=key_text)
    assert code == 2 and "there is no folder" in printed
    assert not (tmp_path / "target").exists() and list(temporary.iterdir()) == []


def test_a_failure_is_the_exit_code_and_leaves_nothing_behind(tmp_path: Path, key_text: str):
    documents, target, temporary = make_documents(tmp_path / "handbook"), tmp_path / "target", tmp_path / "temporary"
    code, printed = run(documents, str(target), temporary, BOOKWHEEL_PUBLISHING_KEY="no key at all")
    assert code == 1 and "key" in printed.lower()
    assert not (target / MANIFEST).exists() and list(temporary.iterdir()) == []


def test_an_interrupted_build_leaves_neither_the_key_nor_a_process(tmp_path: Path, key_text: str):
    documents, temporary = make_documents(tmp_path / "handbook"), tmp_path / "temporary"
    with start(documents, str(tmp_path / "target"), temporary, BOOKWHEEL_PUBLISHING_KEY=key_text) as process:
        waiting.until(lambda: list(temporary.glob("*/library/*")))
        [key] = temporary.glob("*/publishing.key")
        assert key.stat().st_mode & 0o777 == 0o600 and key.read_text("utf-8").strip() == key_text
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
    assert process.returncode == 143
    waiting.until(lambda: not list(temporary.iterdir()))
