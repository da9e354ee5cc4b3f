from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from bookwheel.library.embedding import nearest_rule
from tests import vectors_contract
from tests.library.embedding.embedded_vectors import EmbeddedVectors
from tests.library.encoders import WordEncoder
from tests.vectors import numbered_hashes, unit_vectors

_PROGRAM = """
from pathlib import Path
from tests.library.embedding.test_embedded_vectors import open_at
from tests.vectors_contract import put_until_killed
put_until_killed(open_at(Path({folder!r})))
"""


def open_at(folder: Path) -> EmbeddedVectors:
    return EmbeddedVectors(folder, WordEncoder())


@pytest.mark.parametrize("check", vectors_contract.CHECKS, ids=lambda check: check.__name__)
def test_contract(check: Callable[..., None], tmp_path: Path) -> None:
    check(lambda: open_at(tmp_path))


@pytest.mark.parametrize("is_built", [False, True])
def test_what_is_hidden_is_left_out_before_ranking_of_many_vectors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_built: bool
) -> None:
    monkeypatch.setattr(nearest_rule, "MOST_FULL_BYTES", 1000)  # as of more vectors than are kept as float32

    def open_built() -> EmbeddedVectors:
        return open_at(tmp_path)

    vectors_contract.what_is_hidden_is_left_out_before_ranking(open_built, rows=3000)
    vectors = open_at(tmp_path)
    keys, rows = numbered_hashes(300), unit_vectors(5, 300, vectors_contract.DIMENSIONS)
    vectors.put("one", keys, rows)
    if is_built:
        vectors.build()
    found = vectors.near(rows[3], 20, {"one": None})
    wanted = {keys[row] for row in np.argsort(-(rows @ rows[3]))[:20]}
    assert len({key for _, key in found.rows} & wanted) >= 19
    vectors.close()


def test_vectors_of_a_killed_process_are_whole(tmp_path: Path) -> None:
    folder = tmp_path / "vectors"
    vectors_contract.check_kill(_PROGRAM.format(folder=str(folder)), tmp_path, lambda: open_at(folder))
