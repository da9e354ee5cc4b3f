"""The map: how long a new one takes to draw, in processor seconds, and what a frame costs while it is moved.

Frames are painted as on a screen without a graphics card. Libraries are made up: communities of about 150 documents,
three links each, most of them within.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.corpora import Corpora
from tests.bench.figures import Figure, percentile

LAID_OUT = {2_000: "0.5 s", 10_000: "1.4 s", 50_000: "10 s"}
FRAMES = (1_000, 10_000, 50_000)
MOVES = 40
SIZE = (1180, 760)


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """Layout seconds, and frames of the whole map and of a part of it, moved and zoomed."""
    settings = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    told = subprocess.run(
        [sys.executable, "-m", "tests.bench.map"], env=settings, capture_output=True, check=True, text=True
    )
    for line in told.stdout.splitlines():
        name, value, unit, wanted = json.loads(line)
        yield Figure(name, value, unit, wanted)


def _tell(name: str, value: float, unit: str, wanted: str = "") -> None:
    print(json.dumps([name, value, unit, wanted]), flush=True)


def main() -> None:
    """Measure everything in this process, which has a Qt application of its own."""
    import numpy as np  # noqa: PLC0415 - in the measuring process alone
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415

    from bookwheel.domain.map import MapTask  # noqa: PLC0415
    from bookwheel.gui.map.canvas import MapCanvas  # noqa: PLC0415
    from bookwheel.gui.map.filters import MapFilters  # noqa: PLC0415
    from bookwheel.gui.map.scene import shown_of  # noqa: PLC0415
    from bookwheel.gui.theme import fonts  # noqa: PLC0415
    from bookwheel.gui.theme.theme import Theme  # noqa: PLC0415
    from bookwheel.library.map.drawing import draw  # noqa: PLC0415

    app = QApplication([])
    fonts.load()
    theme = Theme(app, "light")
    for count in sorted({*LAID_OUT, *FRAMES}):
        ids, links = _library(count)
        start = time.thread_time()
        drawn = list(draw(MapTask(ids, ids, links.tobytes())))[-1]
        if count in LAID_OUT:
            _tell(f"a new map of {count:,} documents", time.thread_time() - start, "s", LAID_OUT[count])
            start = time.thread_time()
            before = np.frombuffer(drawn.places, np.float32).copy()
            list(draw(MapTask(ids, ids, links.tobytes(), before.tobytes())))
            _tell(f"a known map of {count:,} documents, gone on from", time.thread_time() - start, "s")
        if count in FRAMES:
            scene = _scene(ids, links, drawn)
            canvas = MapCanvas(theme)
            canvas.resize(*SIZE)
            canvas.show()
            app.processEvents()
            grouping, shown = shown_of(scene, MapFilters())
            canvas.show_scene(scene, grouping.of, shown)
            for part, factor in (("whole", 1.0), ("a part", 6.0)):
                canvas.fit()
                canvas.zoom(factor)
                took = _frames(canvas)
                for share in (0.5, 0.95):
                    name = f"map of {count:,} documents, {part}, a frame, p{share * 100:.0f}"
                    _tell(name, percentile(took, share) * 1000, "ms", "33 ms")
            canvas.close()


def _frames(canvas: object) -> list[float]:
    """Processor seconds of each frame while the map is moved to and fro and zoomed."""
    took: list[float] = []
    for number in range(MOVES):
        canvas.labels = []  # type: ignore[attr-defined]
        start = time.thread_time()
        if number % 4 == 3:
            canvas.zoom(1.02 if number % 8 == 3 else 1 / 1.02)  # type: ignore[attr-defined]
        else:
            canvas.move_by((-1) ** number * 17.0, 5.0)  # type: ignore[attr-defined]
        canvas.repaint()  # type: ignore[attr-defined]
        took.append(time.thread_time() - start)
        assert canvas.labels, "nothing was painted"  # type: ignore[attr-defined]
    return took[4:]


def _library(count: int):
    import numpy as np  # noqa: PLC0415

    chance = np.random.default_rng(0)
    topics = max(4, count // 150)
    of = chance.integers(0, topics, count)
    order = np.argsort(of, kind="stable")
    starts = np.searchsorted(of[order], np.arange(topics + 1))
    sources = chance.integers(0, count, count * 3)
    low, high = starts[of[sources]], starts[of[sources] + 1]
    within = order[low + (chance.random(len(sources)) ** 2 * (high - low)).astype(np.int64)]
    targets = np.where(chance.random(len(sources)) < 0.85, within, chance.integers(0, count, len(sources)))
    links = np.unique(np.column_stack([sources, targets])[sources != targets], axis=0).astype(np.int32)
    return tuple(f"shelf-{of[at] % 3}/topic-{of[at]}/document-{at}.md" for at in range(count)), links


def _scene(ids, links, drawn):
    import numpy as np  # noqa: PLC0415

    from bookwheel.domain.map import MapAnswer, MapState  # noqa: PLC0415
    from bookwheel.gui.map.scene import build_scene  # noqa: PLC0415

    slugs = tuple(dict.fromkeys(doc.partition("/")[0] for doc in ids))
    none = np.full(len(ids), -1, "<i4").tobytes()
    answer = MapAnswer(
        1, MapState.READY, 1.0, 1, len(ids), places=drawn.places, collections=slugs,
        collection_of=np.array([slugs.index(doc.partition("/")[0]) for doc in ids], "<i4").tobytes(), type_of=none,
        links=links.tobytes(), regions=drawn.regions, region_of=drawn.region_of,
    )  # fmt: skip
    return build_scene(answer, ids, tuple(doc.rpartition("/")[2] for doc in ids), {})


if __name__ == "__main__":
    main()
