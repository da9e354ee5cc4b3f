from __future__ import annotations

import pytest

from bookwheel.domain.markup.badges import is_badge


@pytest.mark.parametrize(
    "address",
    [
        "https://img.shields.io/npm/v/x.svg",
        "https://badge.fury.io/py/x.svg",
        "https://github.com/a/b/actions/workflows/ci.yml/badge.svg?branch=main",
        "https://github.com/a/b/workflows/CI/badge.svg",
        "https://travis-ci.org/a/b.svg?branch=main",
        "https://codecov.io/gh/a/b/branch/main/graph/badge.svg",
        "https://readthedocs.org/projects/x/badge/?version=latest",
        "https://api.codacy.com/project/badge/Grade/1",
        "//img.shields.io/a",
        "https://mybinder.org/badge_logo.svg",
    ],
)
def test_pictures_of_services_that_draw_badges_are_badges(address: str):
    assert is_badge(address)


@pytest.mark.parametrize(
    "address",
    [
        "img/badge.svg",
        "https://example.org/photos/badger.png",
        "https://example.org/a.png?from=/badge",
        "https://shields.io.example.org/a.png",
        "",
    ],
)
def test_other_pictures_are_not(address: str):
    assert not is_badge(address)
