"""How much meaning weighs for a query."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bookwheel.domain.search import EVERYTHING
from bookwheel.library.search.fusion import Leg
from bookwheel.library.search.leg_weights import weights_of
from bookwheel.library.search.query_parser import parse
from bookwheel.library.snapshot.facets import Facets
from bookwheel.settings import FusionSettings
from tests.library.conftest import Shelf

SET = FusionSettings()


@pytest.fixture
def facets(shelf: Shelf, write: Callable[[Path, str, str], Path]) -> Facets:
    root = shelf.add()
    for name in ("a", "b"):
        write(root, f"{name}.md", f"# {name}\n\nOne text.\n\n## More\n\nAnother text.\n")
    shelf.index()
    return shelf.library.seen(EVERYTHING).facets


def leg(facets: Facets, *shares: float) -> Leg:
    """Sections of the first document, then of the second, with these scores."""
    keys = np.flatnonzero(facets.document_of)[: len(shares)]
    return Leg("keyword", keys, np.array(shares, np.float32))


def meaning(facets: Facets, query: str, *shares: float, settings: FusionSettings = SET) -> float:
    words, of_meaning, _ = weights_of(parse(query), leg(facets, *shares), facets, settings)
    assert words + of_meaning == pytest.approx(settings.keyword + settings.meaning)
    return of_meaning


def test_a_sentence_means_more_than_a_name(facets: Facets):
    close = (1.0, 0.9, 0.9, 0.8)
    assert meaning(facets, "how do spokes hold a wheel", *close) == pytest.approx(0.7)
    assert meaning(facets, "spokes", *close) == pytest.approx(0.3)
    assert 0.3 < meaning(facets, "spokes hold a wheel", *close) < 0.7


def test_words_that_fit_one_document_alone_are_sure(facets: Facets):
    assert meaning(facets, "how do spokes hold a wheel", 1.0, 0.9, 0.2, 0.1) == pytest.approx(0.3)
    assert meaning(facets, "how do spokes hold a wheel", 1.0) == pytest.approx(0.3)


def test_characters_of_unspaced_scripts_count_as_half_words(facets: Facets):
    close = (1.0, 0.9, 0.9, 0.8)
    assert meaning(facets, "车轮", *close) == pytest.approx(0.3)
    assert meaning(facets, "辐条怎样支撑车轮的重量", *close) == pytest.approx(0.7)


def test_weights_that_somebody_chose_stay(facets: Facets):
    close = (1.0, 0.9, 0.9, 0.8)
    for settings in (replace(SET, by_query=False), SET.weighed("0.3,0.7,0.1"), replace(SET, keyword=0.7, meaning=0.3)):
        assert meaning(facets, "spokes", *close, settings=settings) == settings.meaning
    assert weights_of(parse("spokes"), leg(facets, *close), facets, SET.weighed("balanced")) == (0.5, 0.5, 0.1)


def test_nothing_found_by_words_leaves_it_to_meaning(facets: Facets):
    assert meaning(facets, "how do spokes hold a wheel") == pytest.approx(0.7)
