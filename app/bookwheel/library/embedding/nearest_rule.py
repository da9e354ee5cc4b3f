"""How the vectors nearest to a query's are found: the one rule for all who ask, as it was measured.

200 queries on 80,000 vectors of 384 numbers, 20,000 of real texts and the others those again with noise of their own
length; milliseconds of a processor, and what share of the 50 nearest is found:

| way                                      |   ms |  found | takes besides                                        |
|------------------------------------------|-----:|-------:|------------------------------------------------------|
| each of 40,000, as float32               |  3.1 |      1 | 1.5 KB a vector                                      |
| each of 80,000, as float16               | 24.4 |      1 | .8 KB a vector                                       |
| those of the nearest codes               |  4.9 | 1.0000 | .15 KB a vector                                      |
| Chroma, `ef_search` 100                  |  2.1 |  .9834 | 3.4 KB a vector in its process, 94 s to build        |
| Chroma, `ef_search` 200                  |  2.7 |  .9944 | the same                                             |
| Chroma, `ef_search` 400                  |  3.9 |  .9984 | the same                                             |
| each of a scope of 1 in 100              |   .4 |      1 |                                                      |
| each of a scope of 1 in 10               |  5.1 |      1 |                                                      |
| those of the nearest codes of 400,000    | 17.6 |        | 62 MB                                                |

So a few vectors, and the few of a narrow scope, are compared each. Of more Chroma is asked, as long as it takes no more
than half a gigabyte and nothing is hidden from who asks: it cannot leave out what is. All else goes by the codes.
"""

from __future__ import annotations

from enum import StrEnum

MOST_FULL_BYTES = 64 << 20
"""Up to this the vectors are kept as float32, and each is compared; beyond, as float16 with codes."""

MOST_IN_CHROMA = 150_000
"""Vectors that Chroma holds, in 500 MB; of more it is not built."""

FEWEST_COMPARED, SHARE_COMPARED = 4000, 50
"""Vectors that are compared after their codes: one in so many, or the fewest."""

NARROW_SHARE = 12
"""Of float16, one in so many is compared as fast as the codes of all are looked through."""


class Way(StrEnum):
    """A way to the nearest vectors."""

    EACH = "each"
    CODES = "codes"
    CHROMA = "chroma"


def choose(size: int, asked: int, count: int, *, is_full: bool, has_chroma: bool) -> Way:
    """The way to the `count` nearest of those `asked`, of a table of so many vectors; `is_full` says as float32."""
    if is_full:
        return Way.EACH
    if asked == size and has_chroma and fits_chroma(size):
        return Way.CHROMA
    return Way.EACH if asked <= max(2 * count_compared(size, count), size // NARROW_SHARE) else Way.CODES


def asks_chroma(size: int, *, is_full: bool) -> bool:
    """Whether anybody asks Chroma in a library of so many vectors."""
    return not is_full and fits_chroma(size)


def fits_chroma(size: int) -> bool:
    """Whether Chroma is built of so many vectors."""
    return size <= MOST_IN_CHROMA


def keeps_full(size: int, dimensions: int) -> bool:
    """Whether so many vectors are kept as float32."""
    return size * dimensions * 4 <= MOST_FULL_BYTES


def count_compared(size: int, count: int) -> int:
    """How many of so many vectors are compared after their codes, for the `count` nearest."""
    return max(FEWEST_COMPARED, 20 * count, size // SHARE_COMPARED)
