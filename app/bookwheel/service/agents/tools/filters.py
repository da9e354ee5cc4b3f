"""The arguments that narrow what is looked through, the same for every tool that looks."""

from __future__ import annotations

from bookwheel import wire
from bookwheel.domain.search import Filter
from bookwheel.service.agents.tools.arguments import Argument, Given, Kind

FILTER = Argument("filter", Kind.WORDS, 'Any field: "tag=a|b", "type!=decision", "priority>3". All must hold.')

FILTERS = (
    Argument("collection", about="a|b for either, as in every filter."),
    Argument("type", about="Kind of document."),
    Argument("category"),
    Argument("tag"),
    Argument("topic", about="Name of a topic; narrower ones too."),
    Argument("path", about="Folder or glob inside the collection."),
    Argument("language", about="ISO code."),
    Argument("after", about="ISO date."),
    Argument("before", about="ISO date."),
    Argument("level", Kind.NUMBER, "Heading level.", least=0, most=6),
    FILTER,
)


def filters_of(given: Given) -> tuple[Filter, ...]:
    """The filters that were given; all must hold."""
    names = [argument.name for argument in FILTERS[:-1]]
    found = [Filter(name, tuple(str(given.values[name]).split("|"))) for name in names if given.values.get(name)]
    return (*found, *(wire.filter_of(text) for text in given.words("filter")))
