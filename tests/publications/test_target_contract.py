from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from bookwheel.domain.publications import MANIFEST
from bookwheel.publications.targets import FolderTarget
from tests.publications.target_contract import Open, TargetContract


class TestFolder(TargetContract):
    @pytest.fixture
    def open_target(self, tmp_path: Path) -> Open:
        return lambda: FolderTarget(tmp_path / "published")

    @pytest.mark.skipif(sys.platform == "win32", reason="permissions of Unix")
    @pytest.mark.parametrize(
        ("above", "folder", "file"), [(0o755, 0o755, 0o644), (0o700, 0o700, 0o600), (0o750, 0o750, 0o640)]
    )
    def test_others_read_what_lies_in_a_folder_that_they_read(self, tmp_path: Path, above: int, folder: int, file: int):
        tmp_path.chmod(above)
        mask = os.umask(0o077)  # as the service has it
        try:
            target = FolderTarget(tmp_path / "www" / "published")
            target.write_new("segments/a", b"a")
            target.replace(MANIFEST, b"one", "")
        finally:
            os.umask(mask)
        made = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "www").rglob("*")}
        assert made["segments"] == made["published"] == folder and made["a"] == made[MANIFEST] == file
