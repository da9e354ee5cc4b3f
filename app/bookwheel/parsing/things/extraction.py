"""The entrance: a document with the things that it speaks of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bookwheel.domain.document import Document
from bookwheel.domain.mapping_rules import MappingRule
from bookwheel.parsing import stated_things
from bookwheel.parsing.stated_things import StatedThing
from bookwheel.parsing.stated_works import StatedWork
from bookwheel.parsing.things import field_entities, proper_names, terms
from bookwheel.parsing.things import works as works_of
from bookwheel.parsing.things.code import code_things, fences
from bookwheel.parsing.things.code.home import NO_HOME, CodeHome
from bookwheel.parsing.things.gathering import Gathering
from bookwheel.parsing.things.structured import files, records


def with_things(
    document: Document,
    header: Mapping[str, object],
    header_source: str,
    home: CodeHome = NO_HOME,
    things: Sequence[StatedThing] = (),
    works: Sequence[StatedWork] = (),
    rules: Sequence[MappingRule] = (),
    *,
    finds_names: bool = True,
) -> Document:
    """The document with its things and statements; `header` is its front matter, `header_source` as it is written.

    `home` is that of a source file; `things` are those that its reader states, `works` those that a
    bibliography lists; `rules` are those of the collection that name the file; `finds_names` has names
    in running text looked for.
    """
    found = Gathering()
    field_entities.gather(document, header, header_source, found)
    works_of.gather(document, works, header, header_source, found)
    terms.gather(document, found)
    if finds_names:
        proper_names.gather(document, found)
    if document.format == "code":
        code_things.gather(document, home, found)
    elif document.fences:
        fences.gather(document, found)
    files.gather(document, found, rules)
    stated_things.gather(things, document, found)
    warnings = (*document.warnings, *found.warnings)
    if header_source:
        first_line = document.text.count("\n", 0, max(0, document.text.find(header_source))) + 1
        found.links += records.of_header(document, first_line, header_source)
    links, names = (*document.links, *found.links), (*document.names, *found.names)
    stated = replace(document, links=links, names=names, warnings=warnings)
    return replace(stated, things=found.things, statements=found.statements)
