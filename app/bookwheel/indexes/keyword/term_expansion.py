"""Words of the index that are like a word: by their beginning, or but for a typing error."""

from __future__ import annotations

from collections.abc import Sequence

from bookwheel.indexes.keyword.reader import KeywordReader

MOST_TERMS = 128


def completions(reader: KeywordReader, begun: str) -> list[bytes]:
    """Terms that begin with what is typed so far; where none does, the longest term that it goes beyond.

    The second serves stems: "authenticati" goes beyond "authent", the stem of authentication.
    """
    found = longer(reader, begun)
    if not {*found} - {begun.encode("utf-8", "replace")}:
        for length in range(len(begun) - 1, max(3, len(begun) - 8), -1):
            stem = begun[:length].encode("utf-8", "replace")
            if len(reader.documents_of(stem)):
                return [*found, stem]
    return found


def longer(reader: KeywordReader, begun: str) -> list[bytes]:
    """Terms that begin with a word, at most 128, the shortest."""
    found = reader.beginning(begun)
    if len(found) > MOST_TERMS:
        found = set(sorted(found, key=lambda term: (len(term), term))[:MOST_TERMS])
    return sorted(found)


def near(reader: KeywordReader, words: Sequence[str]) -> list[bytes]:
    """Terms within one error of any of the words (two above five characters), nearest first, then by frequency."""
    wanted = sorted({word for word in words if 2 < len(word) <= 40})
    found: dict[bytes, int] = {}
    for word in wanted:
        most = 1 if len(word) <= 5 else 2
        for term in _like(reader, word, most):
            text = term.decode("utf-8", "replace")
            if text[:1] == word[:1] or text[1:2] == word[1:2] or text[:1] == word[1:2]:
                errors = distance(word, text, most)
                if 0 < errors <= most and errors < found.get(term, 3):
                    found[term] = errors
    reader.fetch(list(found))
    counts = {term: count for term in found if (count := len(reader.documents_of(term)))}
    return sorted(counts, key=lambda term: (found[term], -counts[term], term))[:MOST_TERMS]


def slips(reader: KeywordReader, words: Sequence[str]) -> list[bytes]:
    """Terms one error away from any of the words that begin with the same letter, the most frequent first."""
    wanted = sorted({word for word in words if 4 < len(word) <= 40})
    found: set[bytes] = set()
    for word in wanted:
        for term in _like(reader, word, 1):
            text = term.decode("utf-8", "replace")
            if text[:1] == word[:1] and distance(word, text, 1) == 1:
                found.add(term)
    reader.fetch(list(found))
    counts = {term: count for term in found if (count := len(reader.documents_of(term)))}
    return sorted(counts, key=lambda term: (-counts[term], term))[:MOST_TERMS]


def _like(reader: KeywordReader, word: str, most: int) -> set[bytes]:
    """Terms of every segment that may have so few errors in a word; letters are compared for these alone."""
    return {term for segment in reader.segments for term in segment.lexicon().like(word, most)}


def distance(one: str, other: str, most: int) -> int:
    """How many letters are put in, left out, changed or swapped with a neighbour; `most` + 1 for any more than `most`.

    Source: optimal string alignment, Damerau 1964.
    """
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    one, other = one[start:], other[start:]
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        now = [row]
        for column, their in enumerate(other, 1):
            cost = min(last[column] + 1, now[-1] + 1, last[column - 1] + (letter != their))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == their:
                cost = min(cost, before[column - 2] + 1)
            now.append(cost)
        if min(now) > most:
            return most + 1
        before, last = last, now
    return min(last[-1], most + 1)
