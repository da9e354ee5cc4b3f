from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bookwheel.domain.errors import ModelUnavailable
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.domain.scopes import filters_of
from bookwheel.domain.search import Scope
from bookwheel.domain.service.status import Embedding
from bookwheel.indexes.embedding import Encoder
from bookwheel.indexes.vectors import VectorsReader
from bookwheel.library.embedding import batch_embedder, embedder, nearest_rule
from bookwheel.library.embedding.embedder_stores import Embedded
from bookwheel.library.embedding.live_vectors import LiveMeaning
from bookwheel.library.snapshot.scope_cache import Scoped
from bookwheel.settings import MeaningSettings
from tests.library.conftest import Shelf
from tests.library.encoders import WordEncoder

Write = Callable[[Path, str, str], Path]


class Desk:
    """An embedder on a shelf, run to the end of its work."""

    def __init__(self, shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(batch_embedder, "RETRY_S", (0.001,))
        self.shelf = shelf
        self.encoders: dict[str, Encoder] = {"": WordEncoder()}
        self.reports: list[Report] = []

    def load(self, name: str, threads: int) -> Encoder:
        if name not in self.encoders:
            raise ModelUnavailable(f"There is no model {name}.")
        return self.encoders[name]

    def embed(self, *commands: Command, models: Sequence[tuple[str, str]] | None = None) -> Embedding:
        chosen = tuple(models or ((one.slug, "") for one in self.shelf.collections))
        waiting = [Command(Verb.CONFIGURE, models=chosen), *(commands or (Command(Verb.WAKE),))]

        def inbox(timeout_s: float | None) -> Command | None:
            if waiting:
                return waiting.pop(0)
            return None if timeout_s == 0 else Command(Verb.STOP)

        self.reports = []
        embedder.run(self.shelf.paths, inbox, self.reports.append, self.load)
        states = [report.embedding for report in self.reports if report.embedding is not None]
        return states[-1] if states else Embedding()

    def texts(self, model: str = "") -> list[str]:
        """What the encoder was asked since the last look."""
        encoder = self.encoders[model]
        assert isinstance(encoder, WordEncoder)
        asked, encoder.asked = encoder.asked, []
        return asked

    def rows(self) -> list[tuple[int, int, int]]:
        """Section, number and of of every chunk; none in a file that was killed before it had tables."""
        with closing(sqlite3.connect(self.shelf.paths.vectors)) as connection:
            if not connection.execute("SELECT 1 FROM sqlite_master WHERE name='chunks'").fetchone():
                return []
            return connection.execute("SELECT section_key, number, of FROM chunks ORDER BY 1, 2").fetchall()


@pytest.fixture
def desk(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(shelf, monkeypatch)


@pytest.fixture
def meaning(desk: Desk):
    made = LiveMeaning(desk.shelf.paths, desk.load)
    yield made
    made.close()


def _refreshed(meaning: LiveMeaning, shelf: Shelf, settings: MeaningSettings | None = None) -> LiveMeaning:
    meaning.refresh(settings or MeaningSettings(), shelf.library._now())
    return meaning


def _nearest(meaning: LiveMeaning, shelf: Shelf, text: str) -> str:
    view = meaning.views[0]
    keys, cosines = view.nearest(view.encoder.encode([text], is_query=True)[0], 1)
    nearest = int(keys[cosines.argmax()])
    row = shelf.library._now().catalogue.section_rows([nearest])[nearest]
    return f"{row.doc}#{row.anchor}"


def test_every_section_with_text_gets_vectors_under_its_title_and_headings(desk: Desk, write: Write):
    root = desk.shelf.add()
    write(root, "a.md", "# Wheel\n\nIt turns.\n\n## Spokes\n\n### Ash\n\nHard wood.\n")
    desk.shelf.index()
    state = desk.embed()
    assert (state.state, state.done, state.total) == ("ready", 3, 3)
    assert desk.texts() == ["Wheel\nIt turns.", "Wheel > Spokes > Ash\nHard wood."]
    assert [row[1:] for row in desk.rows()] == [(0, 1), (0, 0), (0, 1)]


def test_only_a_long_section_is_split_and_each_piece_says_which_it_is(desk: Desk, write: Write):
    root = desk.shelf.add()
    write(root, "a.md", "# Long\n\n" + " ".join(f"word{number}" for number in range(150)))
    desk.shelf.index()
    desk.embed()
    texts = desk.texts()
    assert len(texts) == 3 and all(text.startswith("Long\n") for text in texts)
    assert [row[1:] for row in desk.rows()] == [(0, 3), (1, 3), (2, 3)]


def test_nothing_is_embedded_twice_and_the_same_text_once_for_all(desk: Desk, write: Write):
    root = desk.shelf.add()
    for name in ("a", "b"):
        write(root, f"{name}/page.md", "# Same\n\nThe very same words.\n")
    write(root, "c.md", "# Other\n\nOther words.\n")
    desk.shelf.index()
    desk.embed()
    assert len(desk.texts()) == 2
    desk.embed()
    assert not desk.texts()
    write(root, "c.md", "# Other\n\nOther words.\n\n## New\n\nNew words.\n")
    desk.shelf.index()
    desk.embed()
    assert desk.texts() == ["Other > New\nNew words."]


def test_vectors_of_dropped_sections_go_and_shared_ones_stay(desk: Desk, write: Write):
    root = desk.shelf.add()
    write(root, "a.md", "# Same\n\nShared words.\n")
    write(root, "b.md", "# Same\n\nShared words.\n")
    write(root, "c.md", "# Gone\n\nLonely words.\n")
    desk.shelf.index()
    desk.embed()
    (root / "a.md").unlink()
    (root / "c.md").unlink()
    desk.shelf.index()
    desk.embed()
    assert len(desk.rows()) == 1
    reader = VectorsReader(desk.shelf.paths.vectors)
    assert len(reader.rows(reader.models()[0]).hashes) == 1 and reader.fault() == ""
    reader.close()


def test_newest_documents_come_first_and_viewed_ones_before_them(desk: Desk, write: Write, monkeypatch):
    monkeypatch.setattr(embedder, "BATCH_CHUNKS", 1)
    root = desk.shelf.add()
    for number in range(5):
        write(root, f"p{number}.md", f"---\ndate: 2024-01-0{number + 1}\n---\n# Page{number}\n\nText.\n")
    desk.shelf.index()
    desk.embed(Command(Verb.WAKE), Command(Verb.VIEWED, docs=("notes/p1.md", "notes/p0.md")))
    assert [text[:5] for text in desk.texts()] == ["Page1", "Page0", "Page4", "Page3", "Page2"]


def test_a_small_collection_waits_for_no_large_one(desk: Desk, write: Write, monkeypatch):
    monkeypatch.setattr(embedder, "BATCH_CHUNKS", 1)
    monkeypatch.setattr(embedder, "_FEW", 2)
    large, small = desk.shelf.add("large"), desk.shelf.add("small")
    for number in range(3):
        write(large, f"p{number}.md", f"---\ndate: 2024-01-0{number + 1}\n---\n# Page{number}\n\nText.\n")
    write(small, "old.md", "---\ndate: 1999-01-01\n---\n# Older\n\nText.\n")
    desk.shelf.index()
    desk.embed()
    assert [text[:5] for text in desk.texts()] == ["Older", "Page2", "Page1", "Page0"]


def test_text_in_a_language_that_the_model_does_not_read_is_left_to_words(desk: Desk, write: Write):
    root = desk.shelf.add()
    write(root, "de.md", "---\nlang: de\n---\n# Rad\n\nDas Rad dreht sich.\n")
    write(root, "en.md", "---\nlang: en\n---\n# Wheel\n\nThe wheel turns.\n")
    desk.shelf.index()
    state = desk.embed()
    assert desk.texts() == ["Wheel\nThe wheel turns."] and state.done == state.total == 2


def test_a_section_that_fails_is_named_and_the_others_go_on(desk: Desk, write: Write):
    root = desk.shelf.add()
    for number in range(4):
        write(root, f"p{number}.md", f"# Page{number}\n\n{'poison' if number == 2 else 'wholesome'} words\n")
    desk.shelf.index()
    desk.encoders[""] = WordEncoder(fails="poison")
    state = desk.embed()
    assert (state.done, state.total) == (3, 4)
    assert "notes/p2.md#page2" in state.problem and "cannot be computed" in state.problem
    desk.encoders[""] = WordEncoder()
    state = desk.embed()
    assert (state.done, state.problem) == (4, "")


def test_a_model_that_cannot_be_loaded_is_told_and_costs_the_other_collections_nothing(desk: Desk, write: Write):
    write(desk.shelf.add("one"), "a.md", "# One\n\nWords.\n")
    write(desk.shelf.add("two"), "a.md", "# Two\n\nWords.\n")
    desk.shelf.index()
    state = desk.embed(models=(("one", "lost"), ("two", "")))
    assert state.state == "failed" and "There is no model lost." in state.problem
    assert (state.done, state.total) == (1, 2) and desk.texts() == ["Two\nWords."]


def test_a_paused_embedder_does_nothing_until_it_may_go_on(desk: Desk, write: Write):
    write(desk.shelf.add(), "a.md", "# One\n\nWords.\n")
    desk.shelf.index()
    assert desk.embed(Command(Verb.PAUSE), Command(Verb.WAKE)).state == "paused"
    assert not desk.texts()
    assert desk.embed(Command(Verb.PAUSE), Command(Verb.WAKE), Command(Verb.RESUME)).state == "ready"
    assert desk.texts()


def test_a_forgotten_collection_leaves_no_trace(desk: Desk, write: Write):
    write(desk.shelf.add("kept"), "a.md", "# Kept\n\nWords.\n")
    write(desk.shelf.add("gone"), "a.md", "# Gone\n\nOther words.\n")
    desk.shelf.index()
    desk.embed()
    reader = VectorsReader(desk.shelf.paths.vectors)
    rows = reader.rows(reader.models()[0])
    vectors = dict(zip(rows.section_keys.tolist(), rows.vectors, strict=True))
    reader.close()
    desk.shelf.collections = desk.shelf.collections[:1]
    desk.shelf.index(Command(Verb.FORGET, "gone"))
    desk.embed(Command(Verb.FORGET, "gone"))
    assert any(report.kind is ReportKind.FORGOTTEN and report.collection == "gone" for report in desk.reports)
    kept = {row[0] for row in desk.rows()}
    gone = [vector for key, vector in vectors.items() if key not in kept]
    assert len(kept) == 1 and len(gone) == 1
    for path in desk.shelf.paths.root.glob("vectors.sqlite*"):
        assert gone[0].tobytes() not in path.read_bytes()


def test_another_model_makes_its_own_vectors_while_the_old_ones_serve(desk: Desk, write: Write, meaning: LiveMeaning):
    root = desk.shelf.add()
    write(root, "a.md", "# One\n\nWords about wheels.\n")
    desk.shelf.index()
    desk.embed()
    desk.encoders["new"] = WordEncoder("new")
    changed = MeaningSettings(model="new")
    assert _refreshed(meaning, desk.shelf, changed).views[0].identity.name == "words"
    assert meaning.now.coverage == 1.0 and meaning.is_lacking
    assert _refreshed(meaning, desk.shelf, changed).views[0].identity.name == "words"
    desk.embed(models=(("notes", "new"),))
    assert _refreshed(meaning, desk.shelf, changed).views[0].identity.name == "new"
    assert not meaning.is_lacking
    reader = VectorsReader(desk.shelf.paths.vectors)
    assert [model.name for model in reader.models()] == ["new"]
    reader.close()


def test_coverage_is_that_of_the_sections_that_a_caller_sees(desk: Desk, write: Write, meaning: LiveMeaning):
    root, scoped = desk.shelf.add(), Scoped()
    write(root, "a.md", "# One\n\nWords about wheels.\n")
    desk.shelf.index()
    desk.embed()
    write(root, "vault/b.md", "# Two\n\nHidden words.\n")
    desk.shelf.index()
    whole = desk.shelf.library._now()
    assert whole is not None
    whole = replace(whole, meaning=_refreshed(meaning, desk.shelf).now)
    assert whole.meaning.coverage == 0.5
    for filter, coverage in (("-path:vault/", 1.0), ("path:vault/", 0.0)):
        assert scoped.limited(whole, Scope(filters=filters_of(filter))).meaning.coverage == coverage


@pytest.mark.parametrize("are_few", [True, False], ids=["few", "many"])
def test_views_follow_what_is_embedded_and_rank_by_meaning_with_and_without_chroma(
    desk: Desk, write: Write, meaning: LiveMeaning, monkeypatch: pytest.MonkeyPatch, are_few: bool
):
    if not are_few:
        monkeypatch.setattr(nearest_rule, "MOST_FULL_BYTES", 0)
    root = desk.shelf.add()
    for number, word in enumerate(("walnut", "cherry", "willow", "juniper")):
        write(root, f"p{number}.md", f"# {word.title()}\n\nWood of the {word} tree.\n")
    desk.shelf.index()
    assert _refreshed(meaning, desk.shelf).now.coverage == 0.0 and meaning.is_lacking
    desk.embed()
    assert _refreshed(meaning, desk.shelf).now.coverage == 1.0 and not meaning.is_lacking
    assert _nearest(meaning, desk.shelf, "willow") == "notes/p2.md#willow"
    meaning.build(lambda: True)
    assert meaning.is_built() and (meaning.views[0].near is None) is are_few and not meaning.strays()
    assert _nearest(meaning, desk.shelf, "willow") == "notes/p2.md#willow"
    write(root, "p9.md", "# Hornbeam\n\nWood of the hornbeam tree.\n")
    (root / "p2.md").unlink()
    desk.shelf.index()
    desk.embed()
    _refreshed(meaning, desk.shelf)
    assert _nearest(meaning, desk.shelf, "hornbeam") == "notes/p9.md#hornbeam"
    meaning.build(lambda: True)
    assert _nearest(meaning, desk.shelf, "hornbeam") == "notes/p9.md#hornbeam" and not meaning.strays()
    assert (meaning.views[0].near is None) is are_few


def test_chroma_goes_once_there_are_more_vectors_than_it_holds(
    desk: Desk, write: Write, meaning: LiveMeaning, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(nearest_rule, "MOST_FULL_BYTES", 0)
    monkeypatch.setattr(nearest_rule, "MOST_IN_CHROMA", 2)
    root, folder = desk.shelf.add(), desk.shelf.paths.chroma
    for number, word in enumerate(("walnut", "cherry", "willow")):
        write(root, f"p{number}.md", f"# {word.title()}\n\nWood of the {word} tree.\n")
        desk.shelf.index()
        desk.embed()
        _refreshed(meaning, desk.shelf)
        assert not meaning.is_built()
        meaning.build(lambda: True)
        assert meaning.is_built() and not meaning.strays()
        assert any(folder.rglob("chroma.sqlite3")) is (meaning.views[0].near is not None) is (number < 2)
        assert _nearest(meaning, desk.shelf, word) == f"notes/p{number}.md#{word}"


def test_chroma_that_nobody_asks_may_lag_a_little(desk: Desk, write: Write, meaning: LiveMeaning):
    root = desk.shelf.add()
    for number in range(20):
        write(root, f"p{number}.md", f"# Tree {number}\n\nWood of tree {number}.\n")
    desk.shelf.index()
    desk.embed()
    _refreshed(meaning, desk.shelf)
    meaning.build(lambda: True)
    for number in range(20, 24):
        assert meaning.is_built() is (number < 23)
        write(root, f"p{number}.md", f"# Tree {number}\n\nWood of tree {number}.\n")
        desk.shelf.index()
        desk.embed()
        _refreshed(meaning, desk.shelf)
    assert not meaning.is_built() and not meaning.strays()


def test_looking_for_strays_waits_for_no_build(desk: Desk, write: Write, meaning: LiveMeaning):
    write(desk.shelf.add(), "a.md", "# Hornbeam\n\nA hornbeam is a tree.\n")
    desk.shelf.index()
    desk.embed()
    _refreshed(meaning, desk.shelf)
    is_building, may_end = threading.Event(), threading.Event()

    def is_wanted() -> bool:
        is_building.set()
        return may_end.wait(60)

    building = threading.Thread(target=meaning.build, args=(is_wanted,))
    building.start()
    assert is_building.wait(60)
    assert meaning.strays() == ""
    assert building.is_alive()
    may_end.set()
    building.join()
    assert meaning.is_built() and not meaning.strays()


def test_a_lost_or_torn_file_is_found_and_made_anew(desk: Desk, write: Write, meaning: LiveMeaning):
    write(desk.shelf.add(), "a.md", "# One\n\nWords about wheels.\n")
    desk.shelf.index()
    desk.embed()
    _refreshed(meaning, desk.shelf)
    desk.shelf.paths.vectors.write_bytes(b"torn" * 2000)
    assert meaning.fault()
    desk.embed()
    assert any(report.kind is ReportKind.STARTED and "being rebuilt" in report.message for report in desk.reports)
    assert _refreshed(meaning, desk.shelf).now.coverage == 1.0
    for path in desk.shelf.paths.root.glob("vectors.sqlite*"):
        path.unlink()
    assert meaning.is_lost() and meaning.fault()
    desk.embed()
    assert _refreshed(meaning, desk.shelf).now.coverage == 1.0 and not meaning.fault()


def test_a_store_replaced_while_it_is_open_is_opened_again(desk: Desk, write: Write):
    write(desk.shelf.add(), "a.md", "# One\n\nWords about wheels.\n")
    desk.shelf.index()
    both = Embedded(desk.shelf.paths)
    try:
        assert both.open() and both.open() and both.openings == 1
        for number, name in enumerate(("vectors", "catalogue"), 2):
            for path in desk.shelf.paths.root.glob(f"{name}.sqlite*"):
                path.unlink()
            if name == "catalogue":
                desk.shelf.index()
            assert both.open() and both.openings == number
    finally:
        both.close()


def test_a_catalogue_made_anew_does_not_lend_its_keys_to_old_chunks(desk: Desk, write: Write, meaning: LiveMeaning):
    root = desk.shelf.add()
    write(root, "a.md", "# One\n\nWords about wheels.\n")
    write(root, "b.md", "# Two\n\nWords about spokes.\n")
    desk.shelf.index()
    desk.embed()
    desk.shelf.close()
    desk.shelf._library = None
    for path in desk.shelf.paths.root.glob("catalogue.sqlite*"):
        path.unlink()
    (root / "a.md").unlink()
    desk.shelf.index()
    assert _refreshed(meaning, desk.shelf).now.coverage == 0.0
    desk.texts()
    desk.embed()
    assert not desk.texts()
    assert _refreshed(meaning, desk.shelf).now.coverage == 1.0
    assert _nearest(meaning, desk.shelf, "spokes") == "notes/b.md#two"


CHILD = """
import sys, threading
from pathlib import Path
from bookwheel.domain.indexing import Command, Verb
from bookwheel.library.embedding import batch_embedder, embedder as embedding
from bookwheel.paths import LibraryPaths
from tests.library.encoders import WordEncoder
embedding.BATCH_CHUNKS = 8
waiting = [Command(Verb.CONFIGURE, models=(("notes", ""),)), Command(Verb.WAKE)]
def inbox(timeout_s):
    if waiting:
        return waiting.pop(0)
    return None if timeout_s == 0 else threading.Event().wait()
print("ready", flush=True)
embedding.run(LibraryPaths(Path(sys.argv[1])), inbox, lambda report: None, lambda name, threads: WordEncoder())
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_an_embedder_killed_ten_times_loses_at_most_a_batch_and_doubles_nothing(desk: Desk, write: Write):
    root = desk.shelf.add()
    for number in range(200):
        write(root, f"p{number}.md", f"# Page {number}\n\nzebra{number} and {'words ' * (number % 90)}\n")
    desk.shelf.index()
    chance, before = random.Random(3), 0
    for _ in range(10):
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(desk.shelf.paths.root)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join((str(Path(__file__).parents[3] / "app"), *sys.path))},
            cwd=Path(__file__).parents[3],
        )
        with child:
            assert child.stdout is not None
            child.stdout.readline()
            time.sleep(chance.uniform(0.0, 0.12))
            child.send_signal(signal.SIGKILL)
        done = len({row[0] for row in desk.rows()}) if desk.shelf.paths.vectors.exists() else 0
        assert done >= before
        before = done
    state = desk.embed()
    assert (state.state, state.done, state.total) == ("ready", 200, 200)
    rows = desk.rows()
    assert len({row[0] for row in rows}) == 200 and len(set(rows)) == len(rows)
    assert all([row[1] for row in rows if row[0] == key] == list(range(of)) for key, _, of in rows)
    reader = VectorsReader(desk.shelf.paths.vectors)
    assert reader.fault() == ""
    found = reader.rows(reader.models()[0])
    assert np.allclose(np.linalg.norm(found.vectors.astype(np.float32), axis=1), 1, atol=1e-2)
    reader.close()
