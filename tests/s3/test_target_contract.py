from __future__ import annotations

import pytest

from bookwheel.fetching.object_store import open_object_store
from tests.publications.target_contract import Open, TargetContract
from tests.s3.server import BUCKET


class TestStore(TargetContract):
    @pytest.fixture
    def open_target(self, prefix: str) -> Open:
        return lambda: open_object_store(f"s3://{BUCKET}/{prefix}")
