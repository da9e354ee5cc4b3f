"""Paths that are too long for their row: cut in the middle, the document's name last to go."""

from __future__ import annotations

from collections.abc import Callable, Sequence

ELLIPSIS = "…"


def elide_parts(
    parts: Sequence[str], fits: Callable[[str], bool], *, separator: str = "/", name_at: int = -1
) -> tuple[str, ...]:
    """The parts of a path of which as many are left out as must be, each run of them as one ellipsis.

    Folders go first, from the second on; then what follows the name, as headings in a document; then the first part.
    The name, at `name_at`, always stays.
    """
    count = len(parts)
    name_at %= max(count, 1)
    left = set(range(count))

    def join() -> tuple[str, ...]:
        shown: list[str] = []
        for index, part in enumerate(parts):
            if index in left:
                shown.append(part)
            elif not shown or shown[-1] != ELLIPSIS:
                shown.append(ELLIPSIS)
        return tuple(shown)

    for index in (*range(1, name_at), *range(name_at + 1, count), *range(min(name_at, 1))):
        if fits(separator.join(join())):
            break
        left.discard(index)
    return join()


def elide_path(path: str, fits: Callable[[str], bool]) -> str:
    """A path of folders and a file that fits, or the file's name alone after an ellipsis."""
    return "/".join(elide_parts(path.split("/"), fits)) if "/" in path and not fits(path) else path
