"""Where documents go on the map: springs along links, every document pushing every other, on a grid.

A step takes time in proportion to documents, links and the grid's cells, not to pairs of documents.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Bools = NDArray[np.bool_]

GRAVITY = 0.02
"""How strongly everything is drawn to the middle, so that parts without a link between them do not drift apart."""

COOLING = 0.982
"""By how much the longest step shrinks from one to the next."""

_PACE = 0.6
_SOFTENING = 0.3
"""In squared cells: nearer than this, the push grows no more."""

_KNOWN_REACH = 0.04
"""The longest step of a document that lay on the map before, as a share of another's."""


class Layout:
    """Places on their way to rest; `places` (n, 2) are those by now.

    Source: Noack, Energy Models for Graph Clustering, 2007 (logarithmic springs part clusters); the push is summed on a
    grid by the fast Fourier transform, after Hockney & Eastwood, Computer Simulation Using Particles, 1988.
    """

    def __init__(
        self,
        places: Floats,
        pairs: Ints,
        weights: Floats,
        mass: Floats,
        *,
        known: Bools | None = None,
        heat: float = 1.0,
    ) -> None:
        """Begin at some places (n, 2). `pairs` (m, 2) are tied with `weights` (m,); those of `mass` 0 push nobody.

        The `known` (n,) stay nearly where they are. `heat` is 1 for a fresh start, less to go on from places at rest.
        """
        count = len(places)
        self.places = np.ascontiguousarray(places, np.float64)
        self.heat = heat
        self._sources, self._targets = pairs[:, 0].astype(np.int64), pairs[:, 1].astype(np.int64)
        self._weights, self._mass = weights, mass
        stiffness = np.bincount(self._sources, weights, count) + np.bincount(self._targets, weights, count)
        self._stiffness = stiffness + 1.0 + GRAVITY * mass
        self._reach = np.ones(count) if known is None else np.where(known, _KNOWN_REACH, 1.0)
        self._side = 128 if count < 20000 else 256
        self._kernels = _kernels(self._side)
        self._radius = radius(mass)

    def step(self) -> float:
        """Move everything once, ever less; how far on average."""
        force, cell = self._push()
        force *= self._mass[:, None]
        along = self.places[self._targets] - self.places[self._sources]
        length = np.hypot(along[:, 0], along[:, 1])
        along *= (2.0 * self._weights * np.log1p(length) / np.maximum(length, 1e-9))[:, None]
        count = len(self.places)
        for axis in (0, 1):
            pull = along[:, axis]
            force[:, axis] += np.bincount(self._sources, pull, count) - np.bincount(self._targets, pull, count)
        force -= GRAVITY * self._mass[:, None] * self.places
        moved = force / self._stiffness[:, None]
        length = np.hypot(moved[:, 0], moved[:, 1])
        longest = self.heat * max(2.0 * cell, 0.1 * self._radius) * self._reach
        moved *= np.minimum(1.0, longest / np.maximum(length, 1e-9))[:, None]
        moved *= _PACE * max(self.heat, 0.25)
        self.places += moved
        self.heat *= COOLING
        return float(np.abs(moved).mean()) if count else 0.0

    def _push(self) -> tuple[Floats, float]:
        """The push on each by all others (n, 2), and the width of a cell."""
        side, places = self._side, self.places
        low = places.min(axis=0)
        cell = float((places.max(axis=0) - low).max()) * 1.02 / (side - 2) + 1e-9
        at = (places - low) / cell + 0.5
        corner = at.astype(np.int64)
        off = at - corner
        here, there = 1.0 - off, off
        shares = (
            here[:, 0] * here[:, 1], there[:, 0] * here[:, 1], here[:, 0] * there[:, 1], there[:, 0] * there[:, 1]
        )  # fmt: skip
        base = corner[:, 0] * side + corner[:, 1]
        cells = (base, base + side, base + 1, base + side + 1)
        density = np.zeros(side * side)
        for place, share in zip(cells, shares, strict=True):
            density += np.bincount(place, share * self._mass, side * side)[: side * side]
        spectrum = np.fft.rfft2(density.reshape(side, side).astype(np.float32), (2 * side, 2 * side))
        push = np.zeros_like(places)
        for axis, kernel in enumerate(self._kernels):
            field = np.fft.irfft2(spectrum * kernel, (2 * side, 2 * side))[:side, :side].ravel() / cell
            for place, share in zip(cells, shares, strict=True):
                push[:, axis] += share * field[place]
        return push, cell


def radius(mass: Floats) -> float:
    """How far documents spread when nothing but gravity holds them; their push on each other fills such a disc."""
    return float(np.sqrt(mass.sum() / GRAVITY))


def _kernels(side: int) -> tuple[NDArray[np.complex64], NDArray[np.complex64]]:
    """The push of one cell on every other, along both axes, transformed."""
    steps = np.concatenate([np.arange(side), np.arange(-side, 0)]).astype(np.float32)
    across, down = np.meshgrid(steps, steps, indexing="ij")
    squares = across * across + down * down + np.float32(_SOFTENING)
    one, other = np.fft.rfft2(across / squares), np.fft.rfft2(down / squares)
    return one.astype(np.complex64), other.astype(np.complex64)
