"""A picture with its places, made in a thread from what the service answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.graph import ExploreAnswer
from bookwheel.gui.graph.force_layout import Points, arrange
from bookwheel.gui.graph.view_model import Filters, Picture, build_picture


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn: `places` of shape (n, 2), `pairs` of shape (m, 2) as rows of nodes, `degrees` of shape (n,).

    `levels` are those of the headings among the nodes, by id.
    """

    shown: Picture
    places: Points
    pairs: NDArray[np.int64]
    degrees: NDArray[np.int64]
    levels: Mapping[str, int] = field(default_factory=dict[str, int])


def lay_out(
    answer: ExploreAnswer,
    centre: str,
    filters: Filters,
    before: Mapping[str, tuple[float, float]],
    levels: Mapping[str, int] | None = None,
) -> Scene:
    """The scene around a node; see `arrange` for `before` and the time that it takes. Any thread."""
    return settled(build_picture(answer, centre, filters), before, levels)


def settled(
    shown: Picture,
    before: Mapping[str, tuple[float, float]] | None = None,
    levels: Mapping[str, int] | None = None,
) -> Scene:
    """A picture with a place for each of its nodes. Any thread."""
    pairs = np.array([(tie.source, tie.target) for tie in shown.ties], dtype=np.int64).reshape(-1, 2)
    places = arrange([node.id for node in shown.nodes], pairs, [node.hops for node in shown.nodes], before or {})
    return Scene(shown, places, pairs, np.array(shown.degrees(), dtype=np.int64), levels or {})
