"""An extract of a document: its telling sentences and words, cheap enough for every file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from bookwheel.parsing.stop_words import EVERY_STOP_WORD, STOP_WORDS

_SAMPLE_LETTERS = 3000
_SUMMARY_LETTERS = 1500
_WORD = re.compile(r"\w{3,40}")
_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
_HAN_RUN = re.compile(r"[\u4e00-\u9fff]{2,}|[\u30a0-\u30ff]{3,}")
_HAN_FUNCTION = frozenset("的了在是和有不这那我你他它们也都就而及与或之以为于被把从到对等可会能要上下中个一")
_SENTENCE_ENDS = (". ", "? ", "! ", "؟ ", "। ", "。", "！", "？")
_SENTENCES = 12
_SUMMARY_SENTENCES = 2
_LONGEST_SENTENCE = 300
_KEYWORDS = 8


def extract(prose: str, names: Iterable[str], language: str) -> tuple[str, tuple[str, ...]]:
    """The two most telling of the first sentences, in their order, and up to eight keywords, best first.

    Words count by their frequency in the first 3,000 letters, more if the title or a heading (`names`) has them.
    """
    sample = prose[:_SAMPLE_LETTERS]
    counts = _counted(sample, language)
    together = " ".join(names)
    named = set(han_words(together)) if _is_han(sample) else set(_WORD.findall(together[:2000].lower()))
    for word in named & counts.keys():
        counts[word] *= 2
    ranked = counts.most_common(2 * _KEYWORDS)
    keywords = tuple(word for word, count in ranked if count > 1 and not word[0].isdigit())[:_KEYWORDS]
    return _summary(sample[:_SUMMARY_LETTERS], counts), keywords


def keywords(text: str, language: str) -> tuple[str, ...]:
    """Up to eight words of a short text that say what it is about: the most frequent, then the first."""
    ranked = _counted(text[:_SAMPLE_LETTERS], language).most_common(2 * _KEYWORDS)
    return tuple(word for word, _ in ranked if not word[0].isdigit())[:_KEYWORDS]


def _counted(sample: str, language: str) -> Counter[str]:
    """The words of a text but for stop words, by their frequency."""
    if _is_han(sample):
        return Counter(han_words(sample))
    counts = Counter(_WORD.findall(sample.lower()))
    for word in STOP_WORDS.get(language, EVERY_STOP_WORD) & counts.keys():
        del counts[word]
    return counts


def _is_han(sample: str) -> bool:
    return not sample.isascii() and len(_HAN.findall(sample[:1000])) > 0.2 * len(sample[:1000])


def han_words(text: str) -> list[str]:
    """Runs of Chinese characters cut at function words, and of katakana: rough words without a dictionary."""
    words: list[str] = []
    for run in _HAN_RUN.findall(text):
        start = 0
        for at, one in enumerate(run + "的"):
            if one in _HAN_FUNCTION:
                if 2 <= at - start <= 6:
                    words.append(run[start:at])
                start = at + 1
    return words


def _summary(sample: str, counts: Counter[str]) -> str:
    scored: list[tuple[float, int, str]] = []
    for end in _SENTENCE_ENDS:
        sample = sample.replace(end, f"{end.strip()}\n")
    for place, sentence in enumerate(sample.split("\n")[: 4 * _SENTENCES]):
        sentence = sentence.strip()
        if not 25 <= len(sentence) <= _LONGEST_SENTENCE or " | " in sentence or sentence[-1] in ":,;":
            continue
        words = set(sentence.lower().split()) if " " in sentence else set(han_words(sentence))
        weight = sum(map(counts.__getitem__, words & counts.keys()))
        ends = 1.0 if sentence[-1] in ".!?。！？؟।…" else 0.5
        scored.append((ends * weight / (len(words) + 6) / (1 + 0.1 * len(scored)), place, sentence))
        if len(scored) == _SENTENCES:
            break
    best = sorted(sorted(scored, reverse=True)[:_SUMMARY_SENTENCES], key=lambda one: one[1])
    return " ".join(sentence for _, _, sentence in best)
