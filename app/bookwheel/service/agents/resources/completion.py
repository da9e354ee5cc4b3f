"""Completion of what a person types in their agent: paths of documents and names of topics, within the scope."""

from __future__ import annotations

from collections.abc import Iterable

import mcp_types as types

from bookwheel.domain.browse import BrowseRequest, View
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.search import Scope
from bookwheel.library.library import Library
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.service.agents.resources.prompts import PROMPTS
from bookwheel.service.agents.resources.resources import TEMPLATES
from bookwheel.service.sanitising import clean, clean_id, original_id

MOST = 100
"""Values of one completion, by the protocol."""

LONGEST = 1000
"""Characters that are completed."""

Found = tuple[list[str], int]
"""Values and how many there are in all."""


def complete(params: types.CompleteRequestParams, library: Library, scope: Scope) -> Found:
    """What an argument of a resource template or a prompt may go on with.

    Raises:
        BadRequest: for an unknown template, prompt or argument, or a value that is too long.
    """
    ref, value = params.ref, params.argument.value.encode("utf-8", "replace").decode()
    if len(value) > LONGEST:
        raise BadRequest(f"A value of at most {LONGEST:,} characters is completed.")
    if isinstance(ref, types.ResourceTemplateReference):
        known = {template.uri_template: ["path"] for template in TEMPLATES}
        name = ref.uri
    else:
        known = {prompt.name: [one.name for one in prompt.arguments or ()] for prompt in PROMPTS}
        name = ref.name
    if params.argument.name not in known.get(name, ()):
        raise BadRequest("There is no such argument to complete.", did_you_mean=list(known), next="prompts/list")
    match params.argument.name:
        case "path" | "first" | "second":
            snapshot = library.seen(scope)
            return ([], 0) if snapshot is None else paths(snapshot, original_id(value))
        case "topic":
            return _fitting(value, _topics(library, scope))
        case _:
            return [], 0


def paths(snapshot: Snapshot, beginning: str) -> Found:
    """Documents whose id begins so, or the folders below it when they are too many; else those that contain it."""
    wanted = beginning.casefold()
    ids = [f"{slug}/{path}" for slug, path, _ in snapshot.facets.places.values()]
    slugs = [f"{slug}/" for slug in snapshot.collections if f"{slug}/".casefold().startswith(wanted)]
    if len(slugs) > 1:
        return sorted(slugs)[:MOST], len(slugs)
    found = [id for id in ids if id.casefold().startswith(wanted)]
    if len(found) > MOST:
        found = list({_next_folder(id, len(beginning)) for id in found})
    elif not found:
        found = [id for id in ids if wanted in id.casefold()]
    found.sort(key=lambda id: (not id.endswith("/"), id.casefold(), id))
    return [clean_id(id) for id in found[:MOST]], len(found)


def _next_folder(id: str, length: int) -> str:
    """An id up to the end of the folder in which its first `length` characters end; the whole one in the last."""
    end = id.find("/", length)
    return id if end < 0 else id[: end + 1]


def _topics(library: Library, scope: Scope) -> Iterable[str]:
    for view in (View.CATEGORIES, View.TAGS):
        for one in library.browse(BrowseRequest(view, limit=2000), scope).values:
            if one.value:
                yield clean(one.value)[:120]


def _fitting(value: str, names: Iterable[str]) -> Found:
    """Names that begin with a value, then those that contain it."""
    wanted, all_names = value.casefold(), list(dict.fromkeys(names))
    found = [name for name in all_names if name.casefold().startswith(wanted)]
    found += [name for name in all_names if wanted in name.casefold() and not name.casefold().startswith(wanted)]
    return found[:MOST], len(found)
