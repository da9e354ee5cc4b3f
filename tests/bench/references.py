"""Other ways to rank the documents of a set, measured in the same run: SQLite FTS5, bm25s and plain grep."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing

import bm25s
import Stemmer

from bookwheel.library.evaluation.measures import DEEP, Scores, ndcg_of, reciprocal_rank
from bookwheel.library.evaluation.question_set import Question

_WORDS = re.compile(r"\w+")
_SNOWBALL = {"de": "german", "en": "english", "ar": "arabic"}

Rank = Callable[[str], Sequence[str]]
"""The names of a hundred documents that answer a query, best first."""


def measure(
    texts: Mapping[str, str], questions: Sequence[Question], language: str = "en"
) -> Iterator[tuple[str, Scores]]:
    """What each reference makes of the questions over whole documents, by their names."""
    with closing(sqlite3.connect(":memory:")) as base:
        for name, rank in (
            ("SQLite FTS5", _by_full_text(base, texts)),
            ("bm25s", _by_bm25(texts, language)),
            ("grep", _by_lines(texts)),
        ):
            yield name, _ask(rank, questions)


def _ask(rank: Rank, questions: Sequence[Question]) -> Scores:
    ndcg, mrr, recall, took = list[float](), list[float](), list[float](), list[float]()
    for question in questions:
        began = time.perf_counter()
        found = rank(question.text)
        took.append((time.perf_counter() - began) * 1000)
        ranked = [name for name in found if name not in question.excluded]
        ndcg.append(ndcg_of(ranked, question.relevant))
        mrr.append(reciprocal_rank(ranked, question.relevant))
        recall.append(len(question.relevant.keys() & {*ranked[:DEEP]}) / len(question.relevant))
    return Scores(ndcg, mrr, recall, sorted(took))


def _by_full_text(base: sqlite3.Connection, texts: Mapping[str, str]) -> Rank:
    """FTS5's bm25() over words that are stemmed as English (its only stemmer), any of a query's words."""
    base.execute("CREATE VIRTUAL TABLE documents USING fts5 (name UNINDEXED, body, tokenize = 'porter unicode61')")
    base.executemany("INSERT INTO documents VALUES (?, ?)", texts.items())
    found = "SELECT name FROM documents WHERE documents MATCH ? ORDER BY rank LIMIT ?"

    def rank(query: str) -> list[str]:
        words = " OR ".join(f'"{word}"' for word in dict.fromkeys(_WORDS.findall(query)))
        return [name for (name,) in base.execute(found, (words, DEEP))] if words else []

    return rank


def _by_bm25(texts: Mapping[str, str], language: str) -> Rank:
    """Lucene's BM25 with the language's stemmer, as bm25s has it."""
    stemmer = Stemmer.Stemmer(_SNOWBALL[language]) if language in _SNOWBALL else None
    stop_words = "en" if language == "en" else []
    index, names = bm25s.BM25(), list(texts)
    index.index(
        bm25s.tokenize(list(texts.values()), stopwords=stop_words, stemmer=stemmer, show_progress=False),
        show_progress=False,
    )

    def rank(query: str) -> list[str]:
        words = bm25s.tokenize(query, stopwords=stop_words, stemmer=stemmer, return_ids=False, show_progress=False)
        places, scores = index.retrieve(words, k=min(DEEP, len(names)), show_progress=False)
        return [names[place] for place, score in zip(places[0], scores[0], strict=True) if score > 0]

    return rank


def _by_lines(texts: Mapping[str, str]) -> Rank:
    """Documents with the most different words of a query in any of their lines, then with the most such lines."""
    lowered = {name: text.lower() for name, text in texts.items()}

    def rank(query: str) -> list[str]:
        words = dict.fromkeys(word.lower() for word in _WORDS.findall(query))
        if not words:
            return []
        pattern = re.compile("|".join(map(re.escape, words)))
        scores: dict[str, tuple[int, int]] = {}
        for name, text in lowered.items():
            found = pattern.findall(text)
            if found:
                scores[name] = (len({*found}), len(found))
        return sorted(scores, key=lambda name: scores[name], reverse=True)[:DEEP]

    return rank
