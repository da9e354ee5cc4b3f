from __future__ import annotations

from pathlib import Path

import pytest

from bookwheel.publications.targets import FolderTarget
from tests.publications.target_contract import Open, TargetContract


class TestFolder(TargetContract):
    @pytest.fixture
    def open_target(self, tmp_path: Path) -> Open:
        return lambda: FolderTarget(tmp_path / "published")
