"""Who calls a team's reader, and what each may see: collections by groups, of the configuration or of grants."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Protocol

from bookwheel.domain import scopes
from bookwheel.domain.errors import Unauthorised
from bookwheel.domain.search import Scope
from bookwheel.domain.service.agents import AgentClient
from bookwheel.domain.stages import Stage, enter
from bookwheel.domain.team import TeamCaller, TeamCollection, TeamConfig
from bookwheel.service.http.call_messages import Refused
from bookwheel.service.team.grants import Filters, Grants

THREADS = 4
"""Tokens that are checked at once; the provider may have to be asked for its keys."""


MOST_KNOWN = 10_000
"""Callers of which is known who they are, for the audit."""


@dataclass(frozen=True, slots=True)
class KnownCaller:
    """Who stands behind a caller's name: subject and program of the token, and the collections that it sees."""

    subject: str = ""
    client: str = ""
    is_agent: bool = False
    collections: tuple[str, ...] = ()


class Tokens(Protocol):
    """What checks access tokens."""

    def caller_of(self, token: str) -> TeamCaller:
        """The caller that a token names; raises Unauthorised with a reason that may be shown."""
        ...


class Callers:
    """Finds callers by their tokens. Belongs to one event loop, but `scope_of` is for any thread."""

    def __init__(
        self,
        config: TeamConfig,
        tokens: Tokens | None,
        slugs: Callable[[], Mapping[str, str]],
        challenge: Callable[[str], str],
        grants: Callable[[], Grants] = Grants,
    ) -> None:
        """`tokens` None shows everything to everyone, which only a reader on loopback does.

        `slugs` gives the slugs of collections by their names. `challenge` gives the value of `WWW-Authenticate` for a
        reason, which is empty where no token was sent. `grants` gives those that hold now.
        """
        self._config, self._tokens, self._slugs, self._challenge = config, tokens, slugs, challenge
        self._grants = grants
        self._threads = ThreadPoolExecutor(THREADS, "token")
        self._known: OrderedDict[str, KnownCaller] = OrderedDict()
        self._filters = {one.name: scopes.filters_of(one.scope) for one in config.collections if one.scope}

    def close(self) -> None:
        """Check no more tokens."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def identify(self, token: str) -> AgentClient:
        """Return the caller of a token with what may be seen.

        Raises:
            Refused: with 401 and how to sign in, for a missing or bad token.
        """
        if self._tokens is None:
            return self._client("anyone", frozenset())
        try:
            if not token:
                raise Unauthorised("Sign in first.")
            loop = asyncio.get_running_loop()
            with enter(Stage.TOKEN):
                caller = await loop.run_in_executor(self._threads, self._tokens.caller_of, token)
        except Unauthorised as error:
            value = self._challenge(str(error.message) if token else "")
            raise Refused(401, error, headers=[(b"www-authenticate", value.encode("latin-1", "replace"))]) from None
        kind = "agent" if caller.is_agent else "person"
        client = self._client(f"{kind}:{caller.subject}", caller.groups)
        self._known[client.name] = KnownCaller(caller.subject, caller.client, caller.is_agent, client.collections or ())
        self._known.move_to_end(client.name)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return client

    def find_known(self, name: str) -> KnownCaller:
        """Who stands behind the name of a caller; nobody for one that was not identified."""
        return self._known.get(name, KnownCaller())

    async def identify_if_asked(self, token: str) -> AgentClient:
        """Likewise, but without a token nobody in particular, who sees nothing."""
        return await self.identify(token) if token or self._tokens is None else AgentClient("", (), "")

    def scope_of(self, client: AgentClient) -> Scope:
        """What a caller may see now: whole collections but for private pages, and what filters leave of them.

        Grants are looked up again: a call may have begun before they were changed.
        """
        slugs = self._slugs()
        shown = {slugs[one.name]: parts for one, parts in self._find_shown(client) if one.name in slugs}
        cut = tuple((slug, part) for slug, parts in shown.items() if all(parts) for part in parts)
        return Scope(
            tuple(shown), client.name, self._may_remember(client), scopes.filters_of(scopes.DEFAULT), by_collection=cut
        )

    def _may_remember(self, client: AgentClient) -> bool:
        memory = self._config.memory
        if memory is None or self._tokens is None or not client.name:
            return False
        return not memory.groups or not set(memory.groups).isdisjoint(client.groups)

    def _client(self, name: str, groups: frozenset[str]) -> AgentClient:
        client = AgentClient(name, (), "", groups=tuple(sorted(groups)))
        return replace(client, collections=self.scope_of(client).collections)

    def _find_shown(self, client: AgentClient) -> Iterator[tuple[TeamCollection, tuple[Filters, ...]]]:
        """The collections that a caller sees, each with the parts that it sees; one without filters is all of it."""
        if not client.name:
            return
        grants = self._grants()
        for one in self._config.collections:
            if one.has_grants:
                parts = grants.find(one.name, client.groups)
            else:
                is_open = not one.groups or self._tokens is None
                parts = ((),) if is_open or set(one.groups).intersection(client.groups) else ()
            if parts:
                own = self._filters.get(one.name, ())
                yield one, tuple((*own, *part) for part in parts)
