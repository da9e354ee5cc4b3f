"""Words: how a text becomes weighted index terms, and how a query's words find them again.

A word of a document gives its stem at weight 1 and, at `PARTIAL`, what it is also found by: the same without accents,
and the parts of identifiers (camelCase, snake_case) and of Persian words joined by U+200C. Scripts written without
spaces give character bigrams, and the last character of each run, so that one character finds all words it stands in.
"""

# pyright: standard
# PyStemmer carries no types.

from __future__ import annotations

import re
import threading
import unicodedata
from collections import Counter
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache

import Stemmer

from bookwheel.indexes.keyword import identifiers

PARTIAL = 0.5
"""Weight of the further forms of a word: unaccented, parts of an identifier."""

LONGEST = 64
"""Characters of a word that count."""

STEMMERS = {
    "ar": "arabic", "hy": "armenian", "eu": "basque", "ca": "catalan", "cs": "czech", "da": "danish", "nl": "dutch",
    "en": "english", "eo": "esperanto", "et": "estonian", "fi": "finnish", "fr": "french", "de": "german",
    "el": "greek", "hi": "hindi", "hu": "hungarian", "id": "indonesian", "ga": "irish", "it": "italian",
    "lt": "lithuanian", "ne": "nepali", "no": "norwegian", "nb": "norwegian", "nn": "norwegian", "fa": "persian",
    "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "es": "spanish",
    "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
"""Snowball's algorithm by ISO 639-1 code."""

_OF_SCRIPT = (
    ("\u0370", "\u03ff", "el"),
    ("\u0400", "\u052f", "ru"),
    ("\u0531", "\u058f", "hy"),
    ("\u0600", "\u06ff", "ar"),
    ("\u0900", "\u097f", "hi"),
    ("\u0b80", "\u0bff", "ta"),
)
_SCRIPT_OF = {
    "el": "el",
    "ru": "ru",
    "sr": "ru",
    "hy": "hy",
    "ar": "ar",
    "fa": "ar",
    "hi": "hi",
    "ne": "hi",
    "ta": "ta",
}
_LATIN = "en"

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff"  # kana, without the middle dot
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003134f"  # Han, Hangul
)
"""Characters of scripts written without spaces (and Hangul), for a regular expression's set."""


def _marks() -> str:
    """Combining marks as ranges of a regular expression's set: Python's \\w leaves them out."""
    blocks = ((0x300, 0x370), (0x483, 0x488), (0x591, 0x1CFF), (0x20D0, 0x20F1), (0xA8E0, 0xAAF7))
    ranges: list[list[int]] = []
    for code in (code for block in blocks for code in range(*block)):
        if unicodedata.category(chr(code)) in ("Mn", "Mc"):
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1][1] = code
            else:
                ranges.append([code, code])
    return "".join(f"{chr(start)}-{chr(end)}" for start, end in ranges)


_MARKS = _marks()
_WORD_ASCII = re.compile(r"\b[A-Za-z](?:\+\+|#)(?!\w)|\w+", re.ASCII)
_WORD = re.compile(rf"\b[A-Za-z](?:\+\+|#)(?!\w)|[\w{_MARKS}\u200c]+")
_KEPT_IN_PIECES = re.compile(rf"[\w+#{re.escape(''.join(identifiers.JOINTS))}]", re.ASCII)
_CUT = "".join(chr(code) if _KEPT_IN_PIECES.match(chr(code)) else " " for code in range(128))
"""ASCII with spaces where no word and no identifier goes on; `str.translate` is twice as fast as an expression."""
_PIECE = re.compile(rf"(?P<run>[{UNSPACED}{_MARKS}]*[{UNSPACED}][{UNSPACED}{_MARKS}]*)|[^{UNSPACED}]+")
_UNSEEN = re.compile(
    "[\u00ad\u061c\u0640\u180e\u200b\u200d-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u064b-\u0652\u0670\ufe00-\ufe0f]"
)
_ODD_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ł": "l", "ı": "i", "þ": "th", "ð": "d"}
)
_ONE_ARABIC = str.maketrans({"ی": "ي", "ک": "ك", "ى": "ي"})

Forms = tuple[tuple[bytes, float], ...]
"""Index terms with their weights, each once."""


def normalised(text: str) -> str:
    """The text in NFKC without soft hyphens, zero-width characters, direction marks and Arabic vowel signs."""
    if text.isascii():
        return text
    return _UNSEEN.sub("", unicodedata.normalize("NFKC", text))


def words(text: str) -> list[str]:
    """The words of a normalised text as they stand, in order; a run of CJK characters is one word."""
    return _WORD_ASCII.findall(text) if text.isascii() else _WORD.findall(text)


def folded(text: str) -> str:
    """Lower case without accents, for comparing names and finding café by cafe."""
    if text.isascii():
        return text.lower()
    plain = text.lower().translate(_ODD_LETTERS)
    kept = "".join(letter for letter in unicodedata.normalize("NFD", plain) if not "\u0300" <= letter <= "\u036f")
    return unicodedata.normalize("NFC", kept)


def language_of(word: str, language: str) -> str:
    """The language whose stemmer reads a word: its row's if that writes this script, else the script's usual one."""
    first = word[0]
    script = ""
    if first > "\u036f":
        for start, end, name in _OF_SCRIPT:
            if start <= first <= end:
                script = name
                break
    if _SCRIPT_OF.get(language, "") == script:
        return language or _LATIN
    return script or (language if language in STEMMERS and language not in _SCRIPT_OF else _LATIN)


@lru_cache(1 << 15)
def stem(word: str, language: str = "") -> str:
    """The stem of a folded word in its language, the word itself where there is no stemmer for it."""
    name = STEMMERS.get(language_of(word, language))
    return word if name is None else _stemmer(name).stemWord(word) or word


@cache
def _stemmer(name: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(name)


class Analyser:
    """Turns texts into weighted terms; keeps what it has learnt about each word. Any thread."""

    def __init__(self, language: str = "", *, is_stemmed: bool = True, most_known: int = 300_000) -> None:
        self._most_known = most_known
        self._language = language
        self._is_stemmed = is_stemmed
        self._stemmers: dict[str, Stemmer.Stemmer] = {}
        self._known: dict[str, tuple[Forms, int]] = {}
        self._pieces: dict[str, tuple[Forms, int]] = {}

    def counts(self, text: str) -> tuple[dict[bytes, float], int]:
        """The terms of a text with their weights, and its length in words (bigrams in scripts without spaces)."""
        found: dict[bytes, float] = {}
        length = 0
        for piece, count in Counter(self.pieces(text)).items():
            forms, size = self.learnt(piece)
            length += size * count
            for term, weight in forms:
                found[term] = found.get(term, 0.0) + weight * count
        return found, length

    def pieces(self, text: str) -> list[str]:
        """What a text is made of, to be given to `learnt`: each piece means the same wherever it stands.

        In ASCII they are words with what joins them and what is written beside them, cut at all else; in other texts
        words, and besides each identifier with a space before it.
        """
        if text.isascii():
            return text.translate(_CUT).split()
        return [*words(normalised(text)), *(f" {name}" for name in identifiers.joined(text))]

    def learnt(self, piece: str) -> tuple[Forms, int]:
        """The terms of a piece with their weights, a term perhaps more than once, and its length in words."""
        entry = self._pieces.get(piece)
        if entry is None:
            entry = self._read(piece)
            if len(piece) <= 2 * LONGEST:
                if len(self._pieces) > 300_000:
                    self._pieces.clear()
                self._pieces[piece] = entry
        return entry

    def _read(self, piece: str) -> tuple[Forms, int]:
        if not piece.isascii():
            return self._word(piece)
        found: list[tuple[bytes, float]] = []
        length = 0
        if piece[0] != " ":
            for word in words(piece):
                forms, size = self._word(word)
                found += forms
                length += size
        for name in identifiers.joined(piece):
            found += [(term.encode(), 1.0) for term in identifiers.terms_of(name)]
        return tuple(found), length

    def forms(self, word: str) -> Forms:
        """The terms under which a document's word is found."""
        return self._word(word)[0]

    def _word(self, word: str) -> tuple[Forms, int]:
        return self._known.get(word) or self._learn(word)

    def _learn(self, word: str) -> tuple[Forms, int]:
        terms: dict[str, float] = {}
        size = 0
        if word.isascii():
            size = 1
            self._learn_plain(word[:LONGEST], terms)
        else:
            for piece in _PIECE.finditer(word):
                if piece["run"]:
                    grams = bigrams(piece.group())
                    size += len(grams)
                    for gram in grams:
                        terms[gram] = terms.get(gram, 0.0) + 1.0
                    if len(piece.group()) > 1:
                        _at_least(terms, piece.group()[-1], PARTIAL)
                else:
                    part = piece.group().strip("\u200c")[:LONGEST]
                    if part:
                        size += 1
                        self._learn_accented(part, terms)
        entry = tuple((term.encode("utf-8", "replace"), weight) for term, weight in terms.items()), size
        if len(word) <= LONGEST:
            if len(self._known) > self._most_known:
                self._known.clear()
            self._known[word] = entry
        return entry

    def _learn_plain(self, word: str, terms: dict[str, float]) -> None:
        lower = word.lower()
        is_identifier = "_" in word
        _at_least(terms, lower if is_identifier else self._stem(lower), 1.0)
        if word != lower or is_identifier:
            for part in identifiers.parts(word):
                _at_least(terms, self._stem(part), PARTIAL)
        elif lower[-1] in "+#":
            _at_least(terms, lower[0], PARTIAL)

    def _learn_accented(self, word: str, terms: dict[str, float]) -> None:
        lower = word.lower()
        joined = lower.replace("\u200c", "")
        stem = self._stem(joined)
        _at_least(terms, stem, 1.0)
        if joined != lower:
            for part in lower.split("\u200c"):
                if part:
                    _at_least(terms, self._stem(part), PARTIAL)
        plain = folded(joined)
        if plain != joined:
            _at_least(terms, self._stem(plain), PARTIAL)
            _at_least(terms, folded(stem), PARTIAL)

    def _stem(self, word: str) -> str:
        if not self._is_stemmed or not word:
            return word
        language = language_of(word, self._language)
        name = STEMMERS.get(language, "")
        if not name:
            return word
        stemmer = self._stemmers.get(name)
        if stemmer is None:
            stemmer = self._stemmers[name] = Stemmer.Stemmer(name, 0)
        if language == "ar":
            return stemmer.stemWord(word.translate(_ONE_ARABIC)) or word
        stem = stemmer.stemWord(word) or word
        return stem.translate(_ONE_ARABIC) if language == "fa" else stem


def bigrams(run: str) -> list[str]:
    """The overlapping pairs of a run of characters; the character itself when it is alone."""
    return [run] if len(run) < 2 else [run[at : at + 2] for at in range(len(run) - 1)]


MOST_QUERIED = 4000
"""Words whose terms each analyser of a query keeps: those of documents, many more, are kept in all languages together.

Kept twice, the words of 1,000 answers took 10 MB for each set of languages that a scope has.
"""


MOST_SPELT = 50_000
"""Words of documents that an analyser keeps with their terms."""


class QueryAnalyser:
    """Finds the index terms of a query's words in every language present."""

    def __init__(self, languages: Iterable[str]) -> None:
        chosen = dict.fromkeys(("", *(language for language in languages if language in STEMMERS)))
        self._stemmed = [Analyser(language, most_known=MOST_QUERIED) for language in chosen]
        self._plain = Analyser(is_stemmed=False, most_known=MOST_QUERIED)
        self._documents: dict[str, frozenset[bytes]] = {}
        self._spelt: set[str] = set()
        self._words_of: dict[bytes, tuple[str, ...]] = {}
        self._lock = threading.Lock()

    def forms(self, word: str) -> list[tuple[str, Forms]]:
        """The terms of a word as typed: one entry for a word, one for each part of snake_case or bigram of a run.

        Each entry has the text it stands for and its forms; a word's stems in all languages are forms of one entry.
        """
        found: list[tuple[str, Forms]] = []
        for piece in _PIECE.finditer(word):
            text = piece.group().strip("\u200c")[:LONGEST]
            if piece["run"]:
                found.extend((gram, ((gram.encode("utf-8", "replace"), 1.0),)) for gram in bigrams(piece.group()))
            elif "_" in text and len(found_parts := identifiers.parts(text)) > 1:
                found.extend((part, self._of_word(part)) for part in found_parts)
            elif text:
                found.append((text, self._of_word(text)))
        return found

    def document_forms(self, word: str) -> frozenset[bytes]:
        """Every term under which a word, as a document has it, may be found, in any of the languages."""
        found = self._documents.get(word)
        if found is None:
            whole = normalised(word)
            readings = (*self._stemmed, self._plain) if whole else ()
            found = frozenset(term for analyser in readings for term, _ in analyser.forms(whole))
            if len(self._documents) > MOST_SPELT:
                self._documents.clear()
            self._documents[word] = found
        return found

    def find_words(self, words: AbstractSet[str], forms: Iterable[bytes]) -> set[str]:
        """Those of some words, as documents have them, that may be found by one of these terms.

        The words of each term are kept: to look at each of a thousand words takes eight times as long.
        """
        with self._lock:
            if len(self._spelt) > MOST_SPELT:
                self._spelt.clear()
                self._words_of.clear()
            new = words - self._spelt
            for word in new:
                for form in self.document_forms(word):
                    self._words_of[form] = (*self._words_of.get(form, ()), word)
            self._spelt |= new
            return {word for form in forms for word in self._words_of.get(form, ()) if word in words}

    def _of_word(self, word: str) -> Forms:
        best: dict[bytes, float] = {}
        whole = word.replace("\u200c", "").lower()
        for analyser in (*self._stemmed, self._plain):
            for term, weight in analyser.forms(whole):
                best[term] = max(best.get(term, 0.0), weight)
        return tuple(best.items())


@lru_cache(8)
def query_analyser(languages: tuple[str, ...]) -> QueryAnalyser:
    """The analyser for queries over documents in some languages; one is kept for each set of them."""
    return QueryAnalyser(languages)


def _at_least(terms: dict[str, float], term: str, weight: float) -> None:
    if term and terms.get(term, 0.0) < weight:
        terms[term] = weight
