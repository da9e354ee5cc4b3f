"""The graph for other programs: whose statements, and a part at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import BadRequest, NotAllowed, NotFound
from bookwheel.domain.graph import ExportAnswer, ExportRequest
from bookwheel.domain.search import Scope
from bookwheel.library.snapshot.lookup import is_visible


def export(
    request: ExportRequest,
    scope: Scope,
    collections: Sequence[Collection],
    folder: Path,
    memories: Callable[[], str] = str,
) -> ExportAnswer:
    """A part of the statements of a collection (of all, with those of `memories`) as text; the cursor brings the next.

    Raises:
        NotFound: for an unknown collection.
        NotAllowed: for all of them, where the scope shows a part.
        BadRequest: for an unknown format.
    """
    check(request, scope, collections)
    from bookwheel.indexes.ontology import export as exports  # noqa: PLC0415 - rdflib is loaded for this alone

    is_whole = scope.collections is None
    of_memories = str if request.collection else memories
    asked = (request.collection, request.format, request.cursor)
    part = exports.part(folder, *asked, has_titles=is_whole, has_reifiers=request.has_reifiers, memories=of_memories)
    return ExportAnswer(part.text, part.after, part.documents, part.revision)


def check(request: ExportRequest, scope: Scope, collections: Sequence[Collection]) -> None:
    """Return if the scope may have what is asked for.

    Raises:
        NotFound: for an unknown collection.
        NotAllowed: for all of them, where the scope shows a part.
        BadRequest: for a cursor that cannot be one.
    """
    slugs = [one.slug for one in collections if is_visible(one.slug, scope)]
    if not request.collection and scope.collections is not None:
        raise NotAllowed("Specify a collection: you have access to only part of the library.", did_you_mean=slugs[:5])
    if request.collection and request.collection not in slugs:
        named = [one.slug for one in collections if one.name == request.collection and one.slug in slugs]
        raise NotFound("There is no collection {name}.", name=request.collection, did_you_mean=(named or slugs)[:5])
    if len(request.cursor) > 4000:
        raise BadRequest("The cursor does not belong to an export.")
