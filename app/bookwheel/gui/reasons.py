"""Why a hit ranks, in words: what each leg gave it, and what was added."""

from __future__ import annotations

from bookwheel.domain.query import Hit, LegScore, Mode

LEGS = {"keyword": "words", "semantic": "meaning", "graph": "graph"}
"""A leg's name as a person reads it."""

MODES: dict[Mode, tuple[str, str]] = {
    Mode.AUTO: ("Automatic", "What fits the words typed"),
    Mode.HYBRID: ("Everything", "Words, meaning and graph together"),
    Mode.KEYWORD: ("Words", "Sections that hold the words"),
    Mode.SEMANTIC: ("Meaning", "Sections that say something near"),
    Mode.GRAPH: ("Graph", "Sections near what the words name"),
}
"""Each mode's name and what it does."""

_MOST_TERMS = 8


def reasons(hit: Hit) -> list[str]:
    """A sentence for each leg that found a hit, and one for what was added to its score."""
    if hit.explanation is None:
        return []
    legs = [_leg(each) for each in hit.explanation.legs]
    added = ", ".join(f"{name.replace('_', ' ')} {amount:+.2g}" for name, amount in hit.explanation.boosts)
    return [*legs, *([f"Added: {added}."] if added else [])]


def _leg(leg: LegScore) -> str:
    name = LEGS.get(leg.leg, leg.leg).capitalize()
    said = f"{name}: rank {leg.rank:,}, score {leg.score:.3g}"
    terms = sorted(leg.terms, key=lambda each: -each.score)[:_MOST_TERMS]
    if not terms:
        return f"{said}."
    parts = ", ".join(
        f"{each.term} {each.score:.2g}" + (f" ({', '.join(field for field, _ in each.fields)})" if each.fields else "")
        for each in terms
    )
    return f"{said}; {parts}."
