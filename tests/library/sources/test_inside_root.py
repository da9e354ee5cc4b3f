"""Paths that documents name are looked at on their collection's own drive alone."""

from __future__ import annotations

import os
from pathlib import PureWindowsPath

import pytest

from bookwheel.library.sources.inside_root import is_inside

ROOT = PureWindowsPath("C:/vault")


@pytest.mark.parametrize("named", ["//host/share/a.png", r"\\host\share\a.png", r"\\?\UNC\host\share\a.png", "D:a.png"])
def test_a_share_and_another_drive_are_not_even_looked_at(monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    looked: list[object] = []
    monkeypatch.setattr(os.path, "realpath", lambda path: (looked.append(path), str(path))[1])
    assert not is_inside(ROOT / named, ROOT) and not looked
