"""Who calls a team's reader, and what each may see: collections by groups, with the filters of the configuration."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

from bookwheel.domain import scopes
from bookwheel.domain.errors import Unauthorised
from bookwheel.domain.search import Scope
from bookwheel.domain.service.agents import AgentClient
from bookwheel.domain.stages import Stage, enter
from bookwheel.domain.team import TeamCaller, TeamCollection, TeamConfig
from bookwheel.service.http.call_messages import Refused

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
    ) -> None:
        """`tokens` None shows everything to everyone, which only a reader on loopback does.

        `slugs` gives the slugs of collections by their names. `challenge` gives the value of `WWW-Authenticate` for a
        reason, which is empty where no token was sent.
        """
        self._config, self._tokens, self._slugs, self._challenge = config, tokens, slugs, challenge
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
            return self._client("anyone", self._config.collections)
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
        shown = tuple(
            one for one in self._config.collections if not one.groups or caller.groups.intersection(one.groups)
        )
        client = self._client(f"{kind}:{caller.subject}", shown)
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
        """What a caller may see: whole collections but for private pages, and what the configuration filters out."""
        names = {slug: name for name, slug in self._slugs().items()}
        slugs = client.collections or ()
        filters = tuple((slug, self._filters[names[slug]]) for slug in slugs if names.get(slug) in self._filters)
        known = tuple(slug for slug in slugs if slug in names)
        return Scope(known, client.name, filters=scopes.filters_of(scopes.DEFAULT), by_collection=filters)

    def _client(self, name: str, shown: tuple[TeamCollection, ...]) -> AgentClient:
        slugs = self._slugs()
        return AgentClient(name, tuple(slugs[one.name] for one in shown if one.name in slugs), "")
