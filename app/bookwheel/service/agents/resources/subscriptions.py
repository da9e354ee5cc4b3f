"""Change notices: each listening stream is told of a resource when what its own client may read there has changed."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.subscriptions import ListenHandler, ResourcesListChanged, ResourceUpdated, ServerEvent

from bookwheel import wire
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.search import Scope
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.library.library import Library
from bookwheel.library.snapshot.section_ids import split_id
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.service.agents.fair_thread_pool import Turns
from bookwheel.service.agents.resources import resources

MOST_SUBSCRIBED = 200
"""Resources of one stream; those beyond are not acknowledged."""

MOST_WAITING = 256
"""Notices that may wait for a client that does not read; at more its stream ends."""

LULL_S = 0.5
"""Between two looks at what has changed, so that a burst of changes is told once."""

_LIST = ""
_LOOKS = ""
"""Who has the turn for a look: no client, since one that asks much would keep the others from being told."""
_CHANGES = (EventKind.PUBLISHED, EventKind.TRAY_CHANGED, EventKind.COLLECTIONS_CHANGED)
_UNSTABLE = ("revision", "pending", "coverage")


@dataclass(eq=False, slots=True)
class _Stream:
    """One listening client: what it asked for, what that was like when last told, and who passes notices on."""

    client: str
    scope: Scope
    uris: tuple[str, ...]
    known: dict[str, str] = field(default_factory=dict[str, str])
    tell: Callable[[ServerEvent], None] = lambda event: None
    end: Callable[[], None] = lambda: None

    async def publish(self, event: ServerEvent) -> None:
        """See the SDK's SubscriptionBus."""
        self.tell(event)

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        """See the SDK's SubscriptionBus; this one has a single listener."""
        self.tell = listener
        return lambda: None


class Notices:
    """The listening streams of one library; belongs to one event loop, but for `heard`.

    A notice is given for what a client reads differently than before, never for a change as such: what its scope hides
    changes nothing for it.
    """

    def __init__(self, library: Library, turns: Turns) -> None:
        """Nobody listens; whoever has a turn looks at the library."""
        self._library, self._turns = library, turns
        self._streams: set[_Stream] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_stale = False

    @property
    def streams(self) -> int:
        """How many clients listen."""
        return len(self._streams)

    async def listen(
        self,
        ctx: ServerRequestContext[Any, Any],
        params: types.SubscriptionsListenRequestParams,
        client: str,
        scope: Scope,
    ) -> types.SubscriptionsListenResult:
        """Serve one stream until its client goes, its rights change, or the service ends."""
        self._loop = asyncio.get_running_loop()
        asked = params.notifications
        uris = tuple(dict.fromkeys(asked.resource_subscriptions or ()))[:MOST_SUBSCRIBED]
        granted = asked.model_copy(update={"resource_subscriptions": list(uris) or None})
        watched = (*uris, _LIST) if asked.resources_list_changed else uris
        stream = _Stream(client, scope, watched)
        handler = ListenHandler(stream, max_buffered_events=MOST_WAITING)
        stream.end = handler.close
        self._streams.add(stream)
        try:
            stream.known = await self._turns.run(_LOOKS, states, self._library, scope, watched)
            return await handler(ctx, params.model_copy(update={"notifications": granted}))
        finally:
            self._streams.discard(stream)

    def heard(self, event: Event) -> None:
        """Take in what happened in the service; from any thread."""
        if self._loop is not None and self._streams:
            self._loop.call_soon_threadsafe(self._hear, event)

    def close(self) -> None:
        """End every stream with its last word."""
        if self._task is not None:
            self._task.cancel()
        for stream in tuple(self._streams):
            stream.end()

    def _hear(self, event: Event) -> None:
        if event.kind is EventKind.AGENTS_CHANGED:
            # Its rights may have changed: it may listen again, if it still may.
            for stream in tuple(self._streams):
                if event.message in ("", stream.client):
                    stream.end()
        elif event.kind in _CHANGES:
            self._is_stale = True
            if self._task is None or self._task.done():
                self._task = asyncio.ensure_future(self._look())

    async def _look(self) -> None:
        while self._is_stale and self._streams:
            self._is_stale = False
            for stream in tuple(self._streams):
                now = await self._turns.run(_LOOKS, states, self._library, stream.scope, stream.uris)
                changed = [uri for uri in stream.uris if now.get(uri) != stream.known.get(uri, now.get(uri))]
                stream.known = now
                for uri in changed:
                    stream.tell(ResourceUpdated(uri) if uri != _LIST else ResourcesListChanged())
            await asyncio.sleep(LULL_S)


def states(library: Library, scope: Scope, uris: Sequence[str]) -> dict[str, str]:
    """What each resource is like for a caller, so that two states differ when its content does."""
    snapshot = library.seen(scope)
    return {uri: _state(uri, library, scope, snapshot) for uri in uris}


def _state(uri: str, library: Library, scope: Scope, snapshot: Snapshot | None) -> str:
    try:
        if uri == _LIST:
            return repr([one.description for one in resources.listed(library, scope)])
        if uri in (resources.TOPICS, resources.TRAY):
            shaped = (resources.topics if uri == resources.TOPICS else resources.tray)(library, scope)
            content = {name: part for name, part in shaped.content.items() if name not in _UNSTABLE}
            return hashlib.blake2b(wire.encode_as_text(content), digest_size=16).hexdigest()
        prefix = next((each for each in (resources.DOC, resources.OUTLINE) if uri.startswith(each)), "")
        if not prefix or snapshot is None or len(uri) > resources.LONGEST_URI:
            return ""
        target = resources.target_of(uri.encode("utf-8", "replace").decode(), prefix)
        row = snapshot.catalogue.document(target) or snapshot.catalogue.document(split_id(target)[0])
        return "" if row is None else str(row.key)
    except BookwheelError:
        return ""
