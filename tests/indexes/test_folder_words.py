from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bookwheel.indexes.keyword.store.folder_words import FolderWords
from tests import words_contract

_PROGRAM = """
from pathlib import Path
from bookwheel.indexes.keyword.store.folder_words import FolderWords
from tests.words_contract import apply_until_killed
apply_until_killed(FolderWords(Path({folder!r})))
"""


@pytest.mark.parametrize("check", words_contract.CHECKS, ids=lambda check: check.__name__)
def test_contract(check: Callable[[words_contract.Open], None], tmp_path: Path) -> None:
    check(lambda: FolderWords(tmp_path))


def test_revisions_of_a_killed_process_are_whole(tmp_path: Path) -> None:
    folder = tmp_path / "words"
    words_contract.check_kill(_PROGRAM.format(folder=str(folder)), tmp_path, lambda: FolderWords(folder))
