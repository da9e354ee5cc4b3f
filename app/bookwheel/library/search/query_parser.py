"""Queries: the words a person types, with their operators, as a frozen value. No query is an error."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bookwheel.domain.messages import Message
from bookwheel.domain.search import Filter
from bookwheel.indexes.keyword import analysis
from bookwheel.indexes.keyword.identifiers import Identifier, typed
from bookwheel.library.search.query.operators import FIELDS, TEXT_FIELDS, slip_notice, token_pattern
from bookwheel.library.snapshot.comparisons import is_comparison
from bookwheel.library.snapshot.filter_values import HELD

LONGEST = 2000
"""Characters of a query that count."""

MOST_WORDS = 64

SHORTEST_SLIP = 7
"""Letters of a word that may be a slip of the keyboard."""

PASTED_WORDS = 32
"""Words from which a query is a pasted passage: its quotation marks quote, and require nothing."""

_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‟": '"', "＂": '"', "\x00": " "})
_ASKS = "how what which where when why who whose can could do does did is are was should will would may"
_GOES_ON = "i you we one it to a an the there be my me"
_ASKING = frozenset(_ASKS.split())
_OPENING = _ASKING | frozenset(_GOES_ON.split())
_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?$")
_OPTION = re.compile(r"[A-Za-z]$|[A-Z]+[0-9]+$|[A-Z][A-Za-z]*[0-9]+[A-Za-z]?$|[A-Z]{8,}|\w+=|[A-Za-z]+_\w")
_EITHER = re.compile(r"(?<=[^\W\d_]{2})\((?:s|es|n|en)\)")
"""An ending that may be there or not, as in node(s)."""
_OPERATORS = re.compile(r"\b(?:OR|AND|NOT)\b")
_LEVEL = re.compile(r"[hH]?[0-6]$")
_A_DATE = "a date such as 2025-03-31"
_USABLE: dict[str, tuple[Callable[[str], object], str]] = {
    "level": (lambda value: _LEVEL.match(value) or is_comparison(value), "a number from 0 to 6"),
    "before": (_DATE.match, _A_DATE),
    "after": (_DATE.match, _A_DATE),
    "has": (lambda value: value.lower().removesuffix("s") in HELD, f"one of {', '.join(HELD)}"),
}
"""What values of some fields must be like, and how that is said."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word as typed; a run of CJK characters is one word. With a `field` of the index it must stand in that."""

    text: str
    is_prefix: bool = False
    is_fuzzy: bool = False
    field: str = ""

    @property
    def may_slip(self) -> bool:
        """Whether it is long enough to be taken for another word, beside words that are found."""
        return len(self.text) >= SHORTEST_SLIP and self.text.isalpha() and not (self.is_prefix or self.is_fuzzy)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that must stand together, in order; with a `field` of the index, in that."""

    words: tuple[str, ...]
    field: str = ""


@dataclass(frozen=True, slots=True)
class Clause:
    """Any one of its parts answers it. A negated clause excludes; a required one must be answered."""

    parts: tuple[Word | Phrase, ...]
    is_required: bool = False
    is_negated: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """What was asked: `text` is the bounded, normalised query; `name` is that when it has no operators, else empty.

    `is_passage` says that nobody typed its words: a passage is there, and what is like it is looked for.
    """

    text: str
    name: str
    clauses: tuple[Clause, ...]
    filters: tuple[Filter, ...] = ()
    notices: tuple[Message, ...] = ()
    identifiers: tuple[Identifier, ...] = ()
    is_passage: bool = False

    @property
    def names_fields(self) -> bool:
        """Whether some of its words must stand in one field."""
        return any(part.field for clause in self.clauses for part in clause.parts)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is asked for but what filters and exclusions leave."""
        return not self.is_passage and all(clause.is_negated for clause in self.clauses)


@dataclass(slots=True)
class _Draft:
    clauses: list[Clause]
    filters: list[Filter]
    notices: list[Message]
    fields: tuple[str, ...]
    words: int = 0
    has_operators: bool = False
    joins: str = ""
    is_excluding: bool = False
    identifiers: list[Identifier] = field(default_factory=list[Identifier])
    is_loud: bool = False


def parse(text: str, *, is_prefix: bool = False, fields: tuple[str, ...] = ()) -> Query:
    """A query from what was typed; with `is_prefix` the last word is unfinished.

    Operators: `"a phrase"`, `-without`, `NOT without`, `+needed`, `a OR b`, `a AND b`, `begin*`, `~nearly`,
    `title: heading: body: code:` (a word or phrase in that part), and `tag: topic: type: path: category: before:
    after: language: collection: level: has:` or any of the library's `fields` (several values with commas).
    """
    draft = _Draft([], [], [], fields)
    if len(text) > LONGEST:
        draft.notices.append(
            Message("The query is too long; only its first {count} characters were used.", count=f"{LONGEST:,}")
        )
    bounded = " ".join(analysis.normalised(text[:LONGEST]).translate(_QUOTES).split())
    draft.is_loud = _OPERATORS.sub("", bounded).isupper()
    for token in token_pattern(fields).finditer(_EITHER.sub("", bounded)):
        if draft.words >= MOST_WORDS:
            draft.notices.append(
                Message("The query has too many words; only the first {count} were used.", count=MOST_WORDS)
            )
            break
        _take(draft, token)
    if is_prefix and bounded and analysis.words(bounded[-1]):
        _leave_open(draft)
    name = "" if draft.has_operators else bounded
    clauses = draft.clauses
    if draft.words >= PASTED_WORDS:
        clauses = [clause if clause.is_negated else Clause(clause.parts) for clause in clauses]
    return Query(bounded, name, tuple(clauses), tuple(draft.filters), tuple(draft.notices), tuple(draft.identifiers))


def phrase_pattern(words: Sequence[str]) -> re.Pattern[str]:
    """Finds the words one after the other in a folded text, with nothing but spaces and marks between them."""
    return re.compile(r"[\W_]+".join(_bounded(analysis.folded(word)) for word in words))


def opening(words: Sequence[str]) -> int:
    """How many words at the beginning only make a question of the rest ("how do I"); none when there is no rest."""
    if not words or words[0].lower() not in _ASKING:
        return 0
    return next((place for place, word in enumerate(words) if word.lower() not in _OPENING), 0)


def _bounded(word: str) -> str:
    before = r"(?<!\w)" if word and word[0] < "\u0e00" else ""
    after = r"(?!\w)" if word and word[-1] < "\u0e00" else ""
    return f"{before}{re.escape(word)}{after}"


def _take(draft: _Draft, token: re.Match[str]) -> None:
    word = token["word"] or ""
    sign = "" if _is_option(token["sign"], word) else token["sign"] or ""
    if draft.is_loud and word in ("OR", "AND", "NOT"):
        word = word.lower()  # all is in capitals: no operator
    if not sign and word in ("OR", "||", "|") and draft.clauses:
        draft.joins, draft.has_operators = "OR", True
        return
    if not sign and word in ("AND", "&&") and draft.clauses:
        draft.joins, draft.has_operators = "AND", True
        return
    if not sign and word == "NOT":
        draft.is_excluding = draft.has_operators = True
        return
    field = (token["field"] or "").lower()
    if field and field not in TEXT_FIELDS:
        is_negated, draft.is_excluding = sign == "-" or draft.is_excluding, False
        is_whole = token["quoted"] is not None and field not in FIELDS
        text = token["quoted"] or token["value"] or ""
        _filter(draft, field, [text] if is_whole else text.split(","), is_negated=is_negated)
        return
    if not field and (said := slip_notice(word, token.string[token.end() : token.end() + 1] == '"', draft.fields)):
        draft.notices.append(said)
    parts = _parts(token, draft)
    if not parts:
        return
    is_negated = sign == "-" or draft.is_excluding
    is_phrase = isinstance(parts[0], Phrase) or bool(field)
    draft.has_operators = draft.has_operators or bool(sign) or is_negated or is_phrase
    if not is_negated and not is_phrase:
        draft.identifiers += typed((token["sign"] or "") + word)
    joins, draft.joins, draft.is_excluding = draft.joins, "", False
    draft.words += sum(len(part.words) if isinstance(part, Phrase) else 1 for part in parts)
    if is_negated:
        draft.clauses.append(Clause(_together(parts), is_negated=True))
    elif joins == "OR" and draft.clauses and not draft.clauses[-1].is_negated:
        before = draft.clauses.pop()
        draft.clauses.append(Clause((*before.parts, *_together(parts)), is_required=True))
    else:
        is_required = is_phrase or sign == "+" or joins == "AND"
        if joins == "AND" and draft.clauses and not draft.clauses[-1].is_negated:
            draft.clauses[-1] = Clause(draft.clauses[-1].parts, is_required=True)
        draft.clauses.extend(Clause((part,), is_required=is_required) for part in parts)


def _is_option(sign: str | None, word: str) -> bool:
    """Whether a minus belongs to an option of a program (-O2, -DNAME=1, -Xmx1g) and leaves nothing out."""
    return sign == "-" and bool(_OPTION.match(word))


def _parts(token: re.Match[str], draft: _Draft) -> list[Word | Phrase]:
    field = TEXT_FIELDS.get((token["field"] or "").lower(), "")
    phrase = token["quoted"] if field else token["phrase"]
    if phrase is not None:
        words = tuple(analysis.words(phrase)[:MOST_WORDS])
        return [Phrase(words, field)] if words else []
    word = (token["value"] if field else token["word"]) or ""
    is_open = word.endswith("*") and len(word) > 1
    is_fuzzy = word.startswith("~") or bool(re.search(r"\w~[12]?$", word))
    if is_fuzzy:
        word = re.sub(r"~[12]?$", "", word)
    words = analysis.words(word)[:MOST_WORDS]
    draft.has_operators = draft.has_operators or ((is_open or is_fuzzy) and bool(words))
    return [Word(part, is_open and at == len(words) - 1, is_fuzzy, field) for at, part in enumerate(words)]


def _together(parts: list[Word | Phrase]) -> tuple[Word | Phrase, ...]:
    """A name such as kube-proxy stays whole where an operator takes one thing."""
    words = [part.text for part in parts if isinstance(part, Word)]
    return (Phrase(tuple(words), parts[0].field),) if len(words) > 1 else tuple(parts)


def _filter(draft: _Draft, typed: str, written: Sequence[str], *, is_negated: bool) -> None:
    field = FIELDS.get(typed, typed)
    draft.has_operators = True
    values = tuple(value.strip() for value in written if value.strip())
    usable, wanted = _USABLE.get(field, (None, "a value"))
    if not values or (usable and not all(map(usable, values))):
        draft.notices.append(Message("{name}: needs {value}; it was ignored.", name=typed, value=wanted))
        return
    draft.filters.append(Filter(field, values, is_negated))


def _leave_open(draft: _Draft) -> None:
    if not draft.clauses or draft.clauses[-1].is_negated:
        return
    last = draft.clauses[-1]
    part = last.parts[-1]
    if isinstance(part, Word) and not part.is_fuzzy:
        parts = (*last.parts[:-1], Word(part.text, is_prefix=True, field=part.field))
        draft.clauses[-1] = Clause(parts, last.is_required, last.is_negated)
