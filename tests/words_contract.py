"""What every adapter of the port `Keyword` holds, whatever lies behind it.

`CHECKS` are called with a function that opens the same words each time it is called, once the others are closed;
`apply_until_killed` is for a process that is killed while it applies.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.domain.errors import WordsRefused
from bookwheel.indexes.keyword import CountedSections, KeywordReader
from bookwheel.indexes.keyword.schema import FIELDS
from bookwheel.indexes.keyword.scoped_reader import NarrowedReader
from bookwheel.indexes.keyword.scorer import Term, find
from bookwheel.indexes.keyword.store import Change, Keyword, Part
from bookwheel.indexes.keyword.term_counts import TermCounts
from bookwheel.settings import KeywordSettings
from tests import waiting

Open = Callable[[], Keyword]
Section = Mapping[str, Mapping[bytes, float]]
"""The weights of terms by field; a field is as long as its weights are together."""

_TERMS = (b"sea", b"sear", b"search", "straße".encode(), b"zebra")
_NAMES = ("one", "two-2")
_MANY = 100_000

_sections = st.dictionaries(
    st.sampled_from(("title", "body", "code")),
    st.dictionaries(st.sampled_from(_TERMS), st.sampled_from((0.5, 1.0, 3.0)), min_size=1, max_size=3),
    max_size=2,
)
_puts = st.lists(st.dictionaries(st.integers(1, 12), _sections, max_size=5), max_size=2)
_steps = st.lists(
    st.one_of(
        st.tuples(st.just("apply"), st.sampled_from(_NAMES), _puts, st.frozensets(st.integers(1, 12))),
        st.tuples(st.just("begin"), st.sampled_from(_NAMES), _puts, st.just(frozenset())),
        st.tuples(st.just("again"), st.sampled_from(_NAMES), _puts, st.just(frozenset())),
        st.tuples(st.just("drop"), st.sampled_from(_NAMES), st.just([]), st.just(frozenset())),
    ),
    max_size=6,
)


def count(sections: Mapping[int, Section]) -> CountedSections:
    """Sections as the port takes them, in the order of the mapping."""
    found = [
        (FIELDS.index(field), term, number, weight)
        for number, section in enumerate(sections.values())
        for field, weights in section.items()
        for term, weight in weights.items()
    ]
    terms = sorted({term for _, term, _, _ in found})
    words = np.zeros((len(FIELDS), len(sections)), np.int64)
    for field, _, number, weight in found:
        words[field, number] += max(1, round(weight))
    keys = [(field * len(terms) + terms.index(term)) * len(sections) + number for field, term, number, _ in found]
    order = np.argsort(keys) if keys else np.zeros(0, np.int64)
    weights = np.array([weight for *_, weight in found], np.float64)
    return CountedSections(list(sections), TermCounts(terms, words, np.array(keys, np.int64)[order], weights[order]))


def part(sections: Mapping[int, Section], name: str = "") -> Part:
    """Sections to be put; without a name, under one made of what they are."""
    text = repr([(key, sorted((field, sorted(terms.items())) for field, terms in one.items()))
                 for key, one in sections.items()])  # fmt: skip
    return Part(name or f"{abs(hash(text)):x}-{len(text)}", lambda: count(sections))


def read(words: Keyword, collection: str, revision: int) -> KeywordReader:
    """A reader of a revision that is there."""
    opened = words.open(collection, revision)
    assert opened is not None
    return KeywordReader(opened)


def contents(reader: KeywordReader) -> dict[int, dict[str, dict[bytes, float]]]:
    """All that a reader shows, by key, put together from the postings of every term."""
    found: dict[int, dict[str, dict[bytes, float]]] = {
        int(reader.keys[number]): {} for number in np.flatnonzero(reader.is_living)
    }
    reader.fetch(list(reader.lexicon()))
    for segment, offset in zip(reader.segments, reader.offsets, strict=True):
        for term in segment.lexicon():
            postings = segment.postings(term)
            assert postings is not None and segment.has(term)
            for field, number, weight in zip(*(part.tolist() for part in postings), strict=True):
                if reader.is_living[number + offset]:
                    key = int(reader.keys[number + offset])
                    found[key].setdefault(FIELDS[field], {})[term] = weight
    return found


def _plain(sections: Mapping[int, Section]) -> dict[int, dict[str, dict[bytes, float]]]:
    return {key: {field: dict(terms) for field, terms in one.items()} for key, one in sections.items()}


def sequences_agree_with_a_model(open_words: Open, examples: int = 40) -> None:
    """Whatever is applied and dropped in whatever order, all that is there is what a plain model says."""
    number = iter(range(1, 10**9))

    @settings(max_examples=examples, deadline=None)
    @given(steps=_steps)
    def run(steps: Sequence[tuple[str, str, list[dict[int, Section]], frozenset[int]]]) -> None:
        with closing(open_words()) as words:
            follow(words, steps)

    def follow(words: Keyword, steps: Sequence[tuple[str, str, list[dict[int, Section]], frozenset[int]]]) -> None:
        for name in words.collections():
            words.drop_collection(name)
        model: dict[str, tuple[int, dict[int, Section]]] = {}
        held: list[tuple[KeywordReader, dict[int, Section]]] = []
        for action, name, puts, dropped in steps:
            before, there = model.get(name, (0, {}))
            unique: dict[int, Section] = {}
            parts: list[Part] = []
            for put in puts:
                own = {key: section for key, section in put.items() if key not in unique}
                unique |= own
                parts.append(part(own, f"{next(number)}"))
            if action == "drop":
                words.drop_collection(name)
                model.pop(name, None)
                held.clear()
                continue
            revision = before if action == "again" and before else next(number)
            base = 0 if action == "begin" else before
            words.apply(name, revision, Change(base, parts, dropped))
            if revision != before:
                kept = {key: one for key, one in there.items() if key not in dropped} if base else {}
                model[name] = (revision, {**kept, **unique})
            held.append((read(words, name, revision), model[name][1]))
        assert words.collections() == set(model)
        for name, (revision, sections) in model.items():
            assert revision in words.revisions(name)
            reader = read(words, name, revision)
            assert contents(reader) == _plain(sections)
            _check_terms(reader, sections)
        for reader, sections in held:
            assert contents(reader) == _plain(sections)

    run()


def _check_terms(reader: KeywordReader, sections: Mapping[int, Section]) -> None:
    """Beginnings, and where each term stands, are those of the sections that are there alone."""
    terms = {term for section in sections.values() for weights in section.values() for term in weights}
    for prefix in ("", "sea", "stra", "zz"):
        assert reader.beginning(prefix) == {term for term in terms if term.startswith(prefix.encode())}
    assert reader.count == len(sections)
    for term in (*_TERMS, b"none"):
        wanted = {key for key, one in sections.items() if any(term in weights for weights in one.values())}
        assert set(reader.keys[reader.documents_of(term)].tolist()) == wanted


def frequencies_and_lengths_are_those_of_each_field(open_words: Open) -> None:
    """Each segment says how often a term stands, and how long every field is."""
    words = open_words()
    sections: dict[int, Section] = {5: {"title": {b"sea": 1.0}, "body": {b"sea": 3.0, b"zebra": 2.0}},
                                    9: {"body": {b"sea": 2.0}}}  # fmt: skip
    words.apply("one", 1, Change(put=[part(sections)]))
    (segment,) = read(words, "one", 1).segments
    assert (segment.size, segment.keys.tolist()) == (2, [5, 9])
    assert [segment.frequency(term) for term in (b"sea", b"zebra", b"none")] == [2, 1, 0]
    assert not segment.has(b"none") and segment.postings(b"none") is None
    lengths = segment.length_bytes
    assert lengths.shape == (len(FIELDS), 2) and lengths.dtype == np.uint8
    assert lengths[FIELDS.index("body")].tolist() == [5, 2] and lengths[FIELDS.index("code")].tolist() == [0, 0]
    assert segment.length_counts[FIELDS.index("body")][[2, 5]].tolist() == [1, 1]
    assert list(segment.lexicon().beginning(b"")) == [b"sea", b"zebra"]
    words.close()


def hostile_values_are_refused_and_nothing_is_lost(open_words: Open) -> None:
    """What cannot be held is refused before anything changes."""
    words = open_words()
    there: dict[int, Section] = {1: {"body": {b"sea": 1.0}}}
    words.apply("one", 7, Change(put=[part(there)]))
    twice = CountedSections([2, 2], count({2: {}, 3: {}}).counts)
    short = CountedSections([2], count({2: {}, 3: {}}).counts)
    refused = [
        Change(7, [part({0: {"body": {b"sea": 1.0}}})]),
        Change(7, [part({-1: {}})]),
        Change(7, [part({2**63: {}})]),
        Change(7, [Part("twice", lambda: twice)]),
        Change(7, [Part("short", lambda: short)]),
        Change(7, [part({2: {}}, "a"), part({3: {}}, "a")]),
        Change(7, [part({2: {}}, "here"), part({2: {}}, "there")]),
        Change(7, [part({2: {}}, "a name with spaces")]),
        Change(7, [part({2: {}}, "x" * 101)]),
        Change(7, dropped=[0]),
        Change(6, [part({2: {}})]),
    ]
    for change in refused:
        with pytest.raises(WordsRefused):
            words.apply("one", 8, change)
    for revision in (0, -1, 2**63):
        with pytest.raises(WordsRefused):
            words.apply("one", revision, Change())
    for name in ("", "One", "a/b", "..", "x" * 41, "-a", "a\0", "'; DROP TABLE words; --"):
        with pytest.raises(WordsRefused):
            words.apply(name, 1, Change())
        with pytest.raises(WordsRefused):
            words.drop_collection(name)
    assert words.revisions("one") == {7} and contents(read(words, "one", 7)) == _plain(there)
    words.close()


def what_is_not_there_is_empty(open_words: Open) -> None:
    """An unknown collection has no revision, and dropping it or its keys does not matter."""
    words = open_words()
    assert words.open("never", 1) is None and words.revisions("never") == frozenset()
    words.drop_collection("never")
    words.apply("empty", 3, Change())
    assert contents(read(words, "empty", 3)) == {} and words.open("empty", 4) is None
    words.apply("empty", 4, Change(3, dropped=[17]))
    reader = read(words, "empty", 4)
    assert reader.count == 0 and reader.beginning("") == set() and not len(reader.documents_of(b"sea"))
    words.close()


def terms_of_any_bytes_are_held(open_words: Open) -> None:
    """Long terms, those that begin alike, NULs and bytes that are no letters are told from each other."""
    words = open_words()
    long = b"x" * 10_000
    terms = [
        long,
        long + b"y",
        long[:-1],
        long[:200],
        long[:201],
        b"\0",
        b"\0\0",
        b"a\0b",
        b"a",
        b"\xff\xfe",
        b"%",
        b"\\x00",
    ]
    sections: dict[int, Section] = {
        key: {"body": {term: float(key)}, "title": {b"all": 1.0}} for key, term in enumerate(terms, 1)
    }
    words.apply("one", 1, Change(put=[part(sections)]))
    reader = read(words, "one", 1)
    assert contents(reader) == _plain(sections)
    for key, term in enumerate(terms, 1):
        assert reader.keys[reader.documents_of(term)].tolist() == [key]
    assert not len(reader.documents_of(long[:-2]))
    words.close()


def a_revision_that_is_there_stays_as_it_is(open_words: Open) -> None:
    """Applying the same revision again does not even read its parts."""
    words = open_words()
    sections: dict[int, Section] = {1: {"body": {b"sea": 1.0}}}
    words.apply("one", 1, Change(put=[part(sections, "first")]))

    def fail() -> CountedSections:
        raise AssertionError("a part was read again")

    words.apply("one", 1, Change(put=[Part("first", fail), Part("other", fail)]))
    assert contents(read(words, "one", 1)) == _plain(sections)
    words.close()


def a_reader_that_is_behind_still_reads_its_revision(open_words: Open) -> None:
    """What was opened is read as it was, also for terms that were not asked for before."""
    words = open_words()
    old: dict[int, Section] = {1: {"body": {b"sea": 1.0}}, 2: {"body": {b"zebra": 1.0}}}
    words.apply("one", 1, Change(put=[part(old)]))
    reader = read(words, "one", 1)
    new: dict[int, Section] = {2: {"body": {b"sear": 1.0}}}
    words.apply("one", 2, Change(1, [part(new)], [1]))
    assert contents(read(words, "one", 2)) == _plain(new)
    assert contents(reader) == _plain(old)
    words.close()


def a_mask_shows_every_posting_of_its_own_and_nothing_of_the_others(open_words: Open) -> None:
    """Of 1 section in 100 all postings are found, and every statistic that ranks counts these alone."""
    words = open_words()
    chosen = np.random.default_rng(5)
    sections: dict[int, Section] = {}
    for key in range(1, 3001):
        terms = {_TERMS[number]: float(1 + key % 3) for number in chosen.choice(len(_TERMS), 2, replace=False)}
        sections[key] = {"body": terms, "title": {b"hidden" if key % 100 else b"shown": 1.0}}
    parts = [part({key: sections[key] for key in range(first, first + 1000)}) for first in (1, 1001, 2001)]
    words.apply("one", 1, Change(put=parts))
    own = {key: section for key, section in sections.items() if key % 100 == 0}
    words.apply("two", 1, Change(put=[part(own)]))
    whole, alone = read(words, "one", 1), read(words, "two", 1)
    masked = NarrowedReader(whole, np.asarray(whole.keys % 100 == 0))
    weights = KeywordSettings()
    assert masked.beginning("") == {*_TERMS, b"shown"} and masked.count == alone.count == 30
    for term in (*_TERMS, b"shown", b"hidden"):
        wanted = {key for key, one in own.items() if any(term in terms for terms in one.values())}
        assert set(masked.keys[masked.documents_of(term)].tolist()) == wanted
        hits, others = (find(reader, Term("", ((term, 1.0),)), weights) for reader in (masked, alone))
        assert hits.idf == others.idf and hits.frequencies.tolist() == others.frequencies.tolist()
        assert masked.keys[hits.documents].tolist() == alone.keys[others.documents].tolist()
    words.close()


def a_hundred_thousand_sections_go_in_at_once(open_words: Open) -> None:
    """One part of many sections is whole."""
    words = open_words()
    keys = np.arange(1, _MANY + 1)
    numbers = np.arange(_MANY)
    body, terms = FIELDS.index("body"), [b"every", *(b"word%03d" % number for number in range(500))]
    of_all = body * len(terms) * _MANY + numbers
    of_some = (body * len(terms) + 1 + numbers % 500) * _MANY + numbers
    lengths = np.zeros((len(FIELDS), _MANY), np.int64)
    lengths[body] = 2
    counts = TermCounts(terms, lengths, np.sort(np.concatenate([of_all, of_some])), np.ones(2 * _MANY))
    words.apply("one", 1, Change(put=[Part("many", lambda: CountedSections(keys.tolist(), counts))]))
    reader = read(words, "one", 1)
    assert reader.count == _MANY and len(reader.documents_of(b"every")) == _MANY
    assert set(reader.keys[reader.documents_of(b"word007")].tolist()) == set(range(8, _MANY + 1, 500))
    words.close()


def another_opening_sees_what_was_applied(open_words: Open) -> None:
    """What is closed and opened again holds the same, and can be changed."""
    sections: dict[int, Section] = {1: {"body": {b"sea": 1.0}}, 2: {"title": {b"zebra": 0.5}}}
    with closing(open_words()) as words:
        words.apply("one", 4, Change(put=[part(sections)]))
    with closing(open_words()) as words:
        assert words.collections() == {"one"} and words.revisions("one") == {4}
        assert contents(read(words, "one", 4)) == _plain(sections)
        words.apply("one", 5, Change(4, dropped=[1]))
        assert contents(read(words, "one", 5)) == _plain({2: sections[2]})


CHECKS = (
    sequences_agree_with_a_model,
    frequencies_and_lengths_are_those_of_each_field,
    hostile_values_are_refused_and_nothing_is_lost,
    what_is_not_there_is_empty,
    terms_of_any_bytes_are_held,
    a_revision_that_is_there_stays_as_it_is,
    a_reader_that_is_behind_still_reads_its_revision,
    a_mask_shows_every_posting_of_its_own_and_nothing_of_the_others,
    a_hundred_thousand_sections_go_in_at_once,
    another_opening_sees_what_was_applied,
)


def _batch(number: int) -> dict[int, Section]:
    return {number * 40 + key: {"body": {b"batch%d" % number: 1.0, b"sea": 2.0}} for key in range(1, 41)}


def apply_until_killed(words: Keyword) -> None:
    """Apply revision after revision, and say the number of each once it is in."""
    number = 0
    while True:
        number += 1
        words.apply("killed", number, Change(number - 1, [part(_batch(number), f"batch{number}")]))
        print(number, flush=True)


def check_kill(program: str, folder: Path, open_words: Open) -> None:
    """Revisions that a process applied are whole after it was killed, and the next one is there whole or not at all."""
    told = folder / "told"
    with told.open("wb") as output, subprocess.Popen([sys.executable, "-c", program], stdout=output) as process:
        waiting.until(lambda: told.read_text("utf-8").count("\n") >= 5 or process.poll() is not None)
        process.kill()
    done = [int(line) for line in told.read_text("utf-8").splitlines()]
    assert len(done) >= 5
    words = open_words()
    last = max(words.revisions("killed"))
    assert last in (done[-1], done[-1] + 1)
    words.apply("killed", last + 1, Change(last, [part(_batch(last + 1), f"batch{last + 1}")]))
    wanted = {key: one for number in range(1, last + 2) for key, one in _batch(number).items()}
    assert contents(read(words, "killed", last + 1)) == _plain(wanted)
    words.close()
