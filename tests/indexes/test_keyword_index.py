"""The keyword index on disk: commits, deletions, merges, damage."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import signal
import time
from pathlib import Path

import numpy as np
import pytest
from whoosh.filedb.filestore import FileStorage
from whoosh.index import FileIndex
from whoosh.query import Term as WhooshTerm

from bookwheel.domain.errors import IndexDamaged, StoreUnusable
from bookwheel.indexes.keyword import KeywordReader, KeywordRow, KeywordWriter, segment_terms
from bookwheel.indexes.keyword import writer as keyword_writer
from bookwheel.indexes.keyword.analysis import Analyser
from bookwheel.indexes.keyword.postings import count_lengths, new_cache
from bookwheel.indexes.keyword.schema import ANALYSIS
from bookwheel.indexes.keyword.scoped_reader import NarrowedReader
from bookwheel.indexes.keyword.scorer import Term, find
from bookwheel.indexes.keyword.term_expansion import near
from bookwheel.settings import KeywordSettings


def row(key: int, body: str, title: str = "", code: str = "", language: str = "en") -> KeywordRow:
    return KeywordRow(key, title, "", body, code, "", language)


def found(reader: KeywordReader, word: str) -> list[int]:
    hits = find(reader, Term(word, ((word.encode(), 1.0),)), KeywordSettings())
    return sorted(reader.keys[hits.documents[reader.is_living[hits.documents]]].tolist())


def test_new_index_is_at_revision_zero_and_empty(tmp_path: Path):
    assert KeywordReader.open(tmp_path / "none").size == 0
    assert KeywordWriter(tmp_path).revision == 0
    assert KeywordReader.open(tmp_path).revision == 0
    assert found(KeywordReader.open(tmp_path), "word") == []


def test_commit_stamps_its_revision_and_shows_its_rows(tmp_path: Path):
    writer = KeywordWriter(tmp_path)
    writer.apply(7, [row(3, "alpha beta"), row(9, "beta gamma")])
    reader = KeywordReader.open(tmp_path)
    assert (reader.revision, KeywordWriter(tmp_path).revision) == (7, 7)
    assert found(reader, "beta") == [3, 9]
    assert found(reader, "gamma") == [9]


def test_applying_twice_changes_nothing(tmp_path: Path):
    writer = KeywordWriter(tmp_path)
    for _ in range(2):
        writer.apply(1, [row(1, "alpha"), row(2, "alpha")], [])
    assert found(KeywordReader.open(tmp_path), "alpha") == [1, 2]
    for _ in range(2):
        writer.apply(2, [row(3, "alpha")], [1])
    reader = KeywordReader.open(tmp_path)
    assert found(reader, "alpha") == [2, 3]
    assert int(reader.is_living.sum()) == 2


def test_older_reader_keeps_its_revision_while_newer_ones_move_on(tmp_path: Path):
    writer = KeywordWriter(tmp_path)
    writer.apply(1, [row(key, "alpha") for key in range(10)])
    old = KeywordReader.open(tmp_path)
    for revision in (2, 3, 4):
        writer.apply(revision, [row(revision * 100, "alpha")], [revision])
    new = KeywordReader.open(tmp_path, old)
    assert found(old, "alpha") == list(range(10))
    assert found(new, "alpha") == [0, 1, 5, 6, 7, 8, 9, 200, 300, 400]
    assert new.segments[0] is old.segments[0]


def test_merging_keeps_the_living_and_drops_the_deleted(tmp_path: Path):
    writer = KeywordWriter(tmp_path)
    for batch in range(5):
        writer.apply(batch + 1, [row(batch * 10 + at, f"alpha word{at}", title=f"t{batch}") for at in range(10)])
    writer.apply(6, [], [0, 11, 22])
    before = KeywordReader.open(tmp_path)
    assert writer.optimise()
    assert not writer.optimise()
    after = KeywordReader.open(tmp_path, before)
    assert (len(before.segments), len(after.segments), after.revision) == (5, 1, 6)
    assert after.size == 47
    for word in ("alpha", "word1", "t2", "t4"):
        assert found(after, word) == found(before, word)
    assert found(before, "alpha") == [number for number in range(50) if number not in (0, 11, 22)]
    assert np.array_equal(count_lengths(after.length_bytes), count_lengths(before.length_bytes[:, before.is_living]))


def test_merging_leaves_a_large_segment_alone_for_a_small_one(tmp_path: Path):
    writer = KeywordWriter(tmp_path)
    writer.apply(1, [row(key, "alpha") for key in range(100)])
    large = KeywordReader.open(tmp_path).segments[0].name
    for revision in range(2, 5):
        writer.apply(revision, [row(1000 + revision, "alpha")])
    assert writer.optimise()
    assert not writer.optimise()
    reader = KeywordReader.open(tmp_path)
    assert sorted(segment.size for segment in reader.segments) == [3, 100]
    assert large in {segment.name for segment in reader.segments}


def test_thorough_merge_leaves_no_deleted_word_in_the_files(tmp_path: Path):
    writer = KeywordWriter(tmp_path)
    writer.apply(1, [row(key, f"alpha unique{key}word") for key in range(100)])
    writer.apply(2, [], [7])
    assert not writer.optimise()
    assert writer.optimise(is_thorough=True)
    assert found(KeywordReader.open(tmp_path), "alpha") == [key for key in range(100) if key != 7]
    assert not any(b"unique7word" in file.read_bytes() for file in tmp_path.iterdir())


def test_segment_in_which_everything_is_deleted_is_forgotten(tmp_path: Path):
    writer = KeywordWriter(tmp_path)
    writer.apply(1, [row(1, "secret")])
    writer.apply(2, [row(2, "open")], [1])
    assert len(KeywordReader.open(tmp_path).segments) == 1
    assert not any(b"secret" in file.read_bytes() for file in tmp_path.glob("*.seg"))


def test_whoosh_itself_reads_what_the_lean_writer_wrote(tmp_path: Path):
    KeywordWriter(tmp_path).apply(1, [row(key, "alpha " * (key % 3 + 1) + f"only{key}") for key in range(3000)])
    with FileIndex(FileStorage(str(tmp_path))).searcher() as searcher:
        assert len(searcher.search(WhooshTerm("body", b"alpha"), limit=None)) == 3000
        best = searcher.search(WhooshTerm("body", b"only77"), limit=5)
        assert [hit.docnum for hit in best] == [77]


def test_postings_through_blocks_equal_those_through_whooshs_matchers(tmp_path: Path):
    KeywordWriter(tmp_path).apply(
        1, [row(key, "café " * (key % 5 + 1) + f"n{key % 17}", code="x y") for key in range(2500)]
    )
    fast, plain = KeywordReader.open(tmp_path), KeywordReader.open(tmp_path, is_plain=True)
    for field, term, _, _ in fast.segments[0].entries():
        for one, other in zip(
            fast.segments[0].decoded(field, term), plain.segments[0].decoded(field, term), strict=True
        ):
            assert np.array_equal(one, other)
    assert found(fast, "n3") == found(plain, "n3") != []


def test_merged_segments_are_those_that_would_have_been_written_at_once(tmp_path: Path):
    rows = [row(key, f"alpha {'beta ' * (key % 4)} n{key % 37} only{key}", code="x") for key in range(3000)]
    gone = [key for key in range(3000) if key % 11 == 0]
    merged, whole = KeywordWriter(tmp_path / "merged"), KeywordWriter(tmp_path / "whole")
    for part in range(3):
        merged.apply(part + 1, rows[1000 * part : 1000 * part + 1000])
    merged.apply(4, [], gone)
    merged.optimise(is_thorough=True)
    whole.apply(1, [one for one in rows if one.key % 11])
    one, other = (KeywordReader.open(tmp_path / name).segments[0] for name in ("merged", "whole"))
    assert one.keys.tolist() == other.keys.tolist()
    assert np.array_equal(one.length_bytes, other.length_bytes)
    assert np.array_equal(one.length_counts, other.length_counts)
    assert list(one.lexicon()) == list(other.lexicon())
    for mine, theirs in zip(one.entries(), other.entries(), strict=True):
        assert mine[:2] == theirs[:2]
        assert list(mine[2]) == list(theirs[2])
        assert list(mine[3]) == list(theirs[3])


def test_whooshs_own_writer_gives_the_same_postings(tmp_path: Path):
    KeywordWriter(tmp_path / "lean").apply(1, [row(key, f"alpha beta{key % 3} beta{key % 3}") for key in range(300)])
    KeywordWriter(tmp_path / "plain")
    writer = FileIndex(FileStorage(str(tmp_path / "plain"))).writer()
    for key in range(300):
        writer.add_document(key=key, body=Analyser("en").counts(f"alpha beta{key % 3} beta{key % 3}")[0])
    writer.commit()
    lean, plain = KeywordReader.open(tmp_path / "lean").segments[0], KeywordReader.open(tmp_path / "plain").segments[0]
    assert [entry[:2] for entry in lean.entries()] == [entry[:2] for entry in plain.entries()]
    for field, term, _, _ in lean.entries():
        for one, other in zip(lean.decoded(field, term), plain.decoded(field, term), strict=True):
            assert np.array_equal(one, other)


def test_cache_stays_within_its_bytes():
    cache = new_cache(limit_bytes=100_000)
    for number in range(200):
        cache.put(("s", b"%d" % number), bytes(5000))
    assert cache.size_bytes <= 100_000
    assert cache.get(("s", b"199")) is not None
    assert cache.get(("s", b"0")) is None
    cache.keep(lambda _: False)
    assert cache.size_bytes == 0


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # Whoosh leaves the torn file open
def test_torn_index_says_that_it_is_damaged(tmp_path: Path):
    KeywordWriter(tmp_path).apply(1, [row(1, "alpha")])
    for file in tmp_path.glob("*.toc"):
        file.write_bytes(file.read_bytes()[:40])
    with pytest.raises(IndexDamaged):
        KeywordReader.open(tmp_path)
    with pytest.raises(IndexDamaged):
        KeywordWriter(tmp_path)


def test_missing_segment_says_that_it_is_damaged(tmp_path: Path):
    KeywordWriter(tmp_path).apply(1, [row(1, "alpha")])
    for file in tmp_path.glob("*.seg"):
        file.unlink()
    with pytest.raises(IndexDamaged):
        KeywordReader.open(tmp_path)


def garble(folder: Path) -> None:
    """Put noise into the segments where they are open."""
    for file in folder.glob("*.seg"):
        with file.open("r+b") as open_file:
            open_file.write(random.Random(5).randbytes(file.stat().st_size))


def test_an_open_segment_that_is_damaged_is_told_of_once_and_nothing_is_found_in_it(tmp_path: Path):
    writer = KeywordWriter(tmp_path)
    writer.apply(1, [row(key, "alpha beta") for key in range(50)])
    told: list[str] = []
    reader = KeywordReader.open(tmp_path, None, lambda: told.append("damaged"))
    reader.warm(KeywordSettings())
    assert found(reader, "beta") == list(range(50))
    garble(tmp_path)
    assert not reader.is_damaged
    assert found(reader, "alpha") == [] and not told[1:]
    assert reader.is_damaged and told == ["damaged"]
    writer.apply(2, [row(50, "alpha")])
    later = KeywordReader.open(tmp_path, reader, lambda: told.append("damaged"))
    assert found(later, "alpha") == [50] and later.is_damaged
    writer.apply(3, [row(key, "alpha") for key in range(50)])
    assert not KeywordReader.open(tmp_path, later).is_damaged
    assert told == ["damaged"]


def test_an_open_segment_that_is_damaged_raises_where_nobody_is_to_be_told(tmp_path: Path):
    KeywordWriter(tmp_path).apply(1, [row(key, "alpha beta") for key in range(50)])
    reader = KeywordReader.open(tmp_path)
    reader.warm(KeywordSettings())
    garble(tmp_path)
    with pytest.raises(IndexDamaged):
        found(reader, "alpha")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # Whoosh leaves the torn file open
@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_garbled_is_found_or_told_of(tmp_path: Path, seed: int):
    chance = random.Random(seed)
    writer = KeywordWriter(tmp_path)
    writer.apply(1, [row(key, f"alpha {'beta ' * (key % 4)} n{key % 37} only{key}", code="x") for key in range(2000)])
    [file] = tmp_path.glob("*.seg")
    told: list[str] = []
    reader = KeywordReader.open(tmp_path, None, lambda: told.append("damaged"))
    with file.open("r+b") as open_file:
        for _ in range(chance.choice((1, 20, 400))):
            open_file.seek(chance.randrange(file.stat().st_size))
            open_file.write(chance.randbytes(chance.choice((1, 4, 64))))
    for word in ("alpha", "beta", "n3", "only77", "x", "none"):
        assert set(found(reader, word)) <= {-1, *reader.keys.tolist()}
        reader.beginning(word[:2])
    assert len(told) == reader.is_damaged
    with contextlib.suppress(StoreUnusable):
        writer.apply(2, [row(2000 + key, f"alpha only{key}") for key in range(10)])
        writer.optimise(is_thorough=True)
    with contextlib.suppress(StoreUnusable):
        again = KeywordReader.open(tmp_path)
        again.warm(KeywordSettings())
        found(again, "alpha")


def _write_for_ever(folder: str) -> None:
    writer = KeywordWriter(Path(folder))
    for revision in range(writer.revision + 1, 10_000):
        writer.apply(revision, [row(revision * 10 + at, f"alpha beta{at}") for at in range(10)], [(revision - 1) * 10])
        if revision % 7 == 0:
            writer.optimise()


def test_killed_writer_leaves_whole_commits(tmp_path: Path):
    context = multiprocessing.get_context("spawn")
    for _ in range(3):
        child = context.Process(target=_write_for_ever, args=(str(tmp_path),))
        child.start()
        before = KeywordReader.open(tmp_path).revision
        until = time.monotonic() + 20
        while KeywordReader.open(tmp_path).revision < before + 20 and time.monotonic() < until:
            time.sleep(0.01)
        os.kill(child.pid or 0, getattr(signal, "SIGKILL", signal.SIGTERM))
        child.join()
        reader = KeywordReader.open(tmp_path)
        assert reader.revision >= before + 20
        assert int(reader.is_living.sum()) == 9 * reader.revision + 1
        KeywordWriter(tmp_path).apply(reader.revision, [], [])


def test_index_of_another_analysis_is_empty_to_readers_and_refused_to_writers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    KeywordWriter(tmp_path).apply(1, [row(1, "alpha")])
    for room in ("folder_segments", "writer"):
        monkeypatch.setattr(f"bookwheel.indexes.keyword.{room}.ANALYSIS", ANALYSIS + 1)
    assert KeywordReader.open(tmp_path).size == 0
    with pytest.raises(IndexDamaged):
        KeywordWriter(tmp_path)


def test_merge_that_is_no_longer_wanted_changes_nothing(tmp_path: Path):
    writer = KeywordWriter(tmp_path)
    for key in range(1, 4):
        writer.apply(key, [row(key, f"alpha n{key}")])
    asked: list[bool] = []

    def is_wanted() -> bool:
        asked.append(True)
        return len(asked) < 2

    assert not writer.optimise(is_wanted=is_wanted)
    assert len(KeywordReader.open(tmp_path).segments) == 3
    assert found(KeywordReader.open(tmp_path), "alpha") == [1, 2, 3]
    assert writer.optimise()
    assert found(KeywordReader.open(tmp_path), "alpha") == [1, 2, 3]


def test_a_long_merge_that_was_cut_short_is_not_begun_again_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name, sections in (("LARGEST_SEGMENT", 100), ("BRIEF_SEGMENT", 5), ("PATIENCE", 2)):
        monkeypatch.setattr(keyword_writer, name, sections)
    writer = KeywordWriter(tmp_path)

    def sizes() -> list[int]:
        return sorted(segment.size for segment in KeywordReader.open(tmp_path).segments)

    for key in range(0, 8, 2):
        writer.apply(key + 1, [row(key, "alpha"), row(key + 1, "alpha")])
    assert not writer.optimise(is_wanted=lambda: False)
    while writer.optimise():
        pass
    assert sizes() == [4, 4]
    writer.apply(9, [row(8, "alpha")])
    assert not writer.optimise()
    writer.apply(10, [row(9, "alpha")])
    assert writer.optimise()
    assert sizes() == [10]


@pytest.mark.parametrize("at_once", [1, 50, 200_000])
def test_words_of_many_sections_are_merged_as_those_of_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int
):
    monkeypatch.setattr(segment_terms, "POSTINGS_AT_ONCE", at_once)
    rows = [row(key, "alpha " * (1 + key % 3) + ("beta " if key % 5 else f"gamma word{key}")) for key in range(700)]
    writer = KeywordWriter(tmp_path / "merged")
    for first in range(0, 700, 350):
        writer.apply(first + 1, rows[first : first + 350])
    writer.apply(1000, [], [3, 400, 401])
    assert writer.optimise(is_thorough=True)
    KeywordWriter(tmp_path / "whole").apply(1, [one for one in rows if one.key not in (3, 400, 401)])
    merged, whole = (KeywordReader.open(tmp_path / name) for name in ("merged", "whole"))
    assert len(merged.segments) == 1 and merged.keys.tolist() == whole.keys.tolist()
    assert list(merged.lexicon()) == list(whole.lexicon())
    for term in whole.lexicon():
        one, other = merged.segments[0].postings(term), whole.segments[0].postings(term)
        assert one is not None and other is not None
        assert all(np.array_equal(mine, its) for mine, its in zip(one, other, strict=True))


def test_reader_of_merged_segments_still_answers(tmp_path: Path):
    writer = KeywordWriter(tmp_path)
    for key in range(1, 4):
        writer.apply(key, [row(key, f"alpha n{key}")])
    before = KeywordReader.open(tmp_path)
    assert writer.optimise()
    assert found(before, "n2") == [2]


def test_statistics_are_those_of_living_sections_alone(tmp_path: Path):
    rows = [row(key, f"alpha word{key} " + "beta " * key, title="alpha") for key in range(1, 9)]
    KeywordWriter(tmp_path / "clean").apply(1, rows)
    writer = KeywordWriter(tmp_path / "edited")
    writer.apply(1, [*rows[4:], *(row(key, "alpha alphabet " + "gamma " * 40) for key in range(20, 30))])
    writer.apply(2, rows[:4], range(20, 30))
    clean, edited = (KeywordReader.open(tmp_path / name) for name in ("clean", "edited"))
    assert edited.size == clean.size + 10
    weights = KeywordSettings()
    for word in ("alpha", "beta", "gamma", "word3"):
        one, other = (find(reader, Term(word, ((word.encode(), 1.0),)), weights) for reader in (clean, edited))
        assert one.idf == other.idf, word
        assert sorted(one.frequencies.tolist()) == sorted(other.frequencies.tolist()), word
        assert found(clean, word) == found(edited, word)
    assert clean.beginning("alph") == edited.beginning("alph") == {b"alpha"}
    assert near(clean, ["gama"]) == near(edited, ["gama"]) == []
    assert not len(edited.documents_of(b"gamma"))


def test_terms_of_a_beginning_are_those_that_a_shown_section_has(tmp_path: Path):
    writer = KeywordWriter(tmp_path)
    for batch in range(3):
        writer.apply(
            batch + 1,
            [row(10 * batch + at, f"alpha a{batch} a{at} a{batch}x{at}", title=f"a{at % 2}t") for at in range(10)],
        )
    writer.apply(4, [row(40, "alpha")], [*range(10), 11, 13, 25])
    whole = KeywordReader.open(tmp_path)
    part = NarrowedReader(whole, whole.is_living & (whole.keys % 3 == 0))
    for reader in (whole, part):
        terms = {term for term in whole.lexicon() if len(reader.documents_of(term))}
        assert reader.beginning("a") == {term for term in terms if term.startswith(b"a")}
    assert len(whole.beginning("a")) > len(part.beginning("a")) > 1


def test_a_word_that_is_asked_for_again_is_found_as_at_first(tmp_path: Path):
    KeywordWriter(tmp_path).apply(1, [row(key, "alpha " * key) for key in range(1, 9)])
    reader, term = KeywordReader.open(tmp_path), Term("alpha", ((b"alpha", 1.0),))
    first, again = (find(reader, term, KeywordSettings()) for _ in range(2))
    assert reader.found.size_bytes > 0
    assert again.documents.dtype == first.documents.dtype
    assert again.documents.tolist() == first.documents.tolist()
    assert (again.frequencies.tolist(), again.idf) == (first.frequencies.tolist(), first.idf)


def test_code_counts_as_prose_in_a_section_that_is_code(tmp_path: Path):
    words = "one two three four five six seven eight"
    rows = [row(1, "alpha"), row(2, "", code="alpha"), row(3, words, code="alpha"), row(4, "x", code="beta")]
    KeywordWriter(tmp_path).apply(1, rows)
    weights = KeywordSettings(b=0.0)
    hits = find(KeywordReader.open(tmp_path), Term("alpha", ((b"alpha", 1.0),)), weights)
    assert hits.frequencies.tolist() == pytest.approx([1.0, 1.0, weights.code])
    none = find(KeywordReader.open(tmp_path), Term("alpha", ((b"alpha", 1.0),)), KeywordSettings(b=0.0, code=0.0))
    assert none.documents.tolist() == [0]
