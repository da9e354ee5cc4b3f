"""Asks hosts for pages: at their pace, again when they are busy, with a login where a person gave one."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from bookwheel.crawling.addresses import host_of
from bookwheel.domain.crawling import Login
from bookwheel.domain.errors import FetchFailed, FetchRefused
from bookwheel.domain.messages import Message
from bookwheel.fetching.pace import Pace, retry_after_s
from bookwheel.fetching.sessions import Answer, Session

BUSY = frozenset((429, 500, 502, 503, 504))
TRIES = 4
"""How often a page is asked for while its host is busy."""

MOST_PAUSE_S = 120.0
"""Seconds that a host may ask to be left alone; when it wants more, the fetch ends and goes on at the next refresh."""

FAILURES_TO_END = 5
"""Requests to a host that fail one after the other until it counts as gone."""

ACCEPT = "text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8,*/*;q=0.5"


class HostUnavailable(FetchFailed):
    """A host that does not answer, or wants to be left alone, so that nothing more can be fetched from it."""


class Asker:
    """Safe to use from several threads."""

    def __init__(
        self,
        session: Session,
        pace: Pace,
        logins: Sequence[Login] = (),
        *,
        is_secure: bool = True,
        accept: str = ACCEPT,
        retries: int = 1,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        """`is_secure` keeps logins from being sent by plain HTTP; `accept` names the types that are asked for.

        A request that fails on its way is sent again up to `retries` times.
        """
        self._is_secure, self._accept, self._retries = is_secure, accept, retries
        self._session, self.pace, self._sleep = session, pace, sleep
        self._logins: dict[str, dict[str, str]] = {}
        for login in logins:
            self._logins.setdefault(login.host.lower(), {})[login.header] = login.value
        self._failures: Counter[str] = Counter()
        self._lock = threading.Lock()

    def ask(
        self, url: str, conditions: Mapping[str, str] | None = None, *, most_bytes: int = 0, total_s: float = 0.0
    ) -> Answer:
        """The answer for an address, after trying again while the host is busy.

        `most_bytes` and `total_s` stand for the session's bounds where they are not 0.

        Raises:
            FetchRefused: for an address that may not be asked, and an answer above its size.
            HostUnavailable: when nothing more can be fetched from the host.
            FetchFailed: when there is no whole answer.
        """
        host = host_of(url)
        headers = {"Accept": self._accept, **self._login(url, host), **(conditions or {})}

        def get() -> Answer:
            return self._session.get(url, headers, most_bytes=most_bytes, total_s=total_s)

        answer = self._try(get, host)
        for tries in range(1, TRIES):
            if answer.status not in BUSY:
                break
            asked = retry_after_s(answer.headers)
            if asked > MOST_PAUSE_S:
                minutes = max(1, round(asked / 60))
                message = Message(
                    "{host} asks to be left alone for {minutes} minutes. Refresh again later; what came is kept.",
                    host=host,
                    minutes=minutes,
                )
                raise HostUnavailable(message)
            self.pace.pause(host, asked or 2.0**tries / 2)
            answer = self._try(get, host)
        return answer

    def _try(self, get: Callable[[], Answer], host: str) -> Answer:
        for left in range(self._retries, -1, -1):
            self.pace.wait(host)
            try:
                answer = get()
            except FetchRefused:
                raise
            except FetchFailed as error:
                if not left:
                    raise self._count_failure(host, error) from None
                self._sleep(0.5)
            else:
                with self._lock:
                    self._failures[host] = 0
                return answer
        raise AssertionError("the last try returns or raises")

    def _count_failure(self, host: str, error: FetchFailed) -> FetchFailed:
        with self._lock:
            self._failures[host] += 1
            is_gone = self._failures[host] >= FAILURES_TO_END
        return HostUnavailable(error.message) if is_gone else error

    def _login(self, url: str, host: str) -> Mapping[str, str]:
        if self._is_secure and not url.startswith("https:"):
            return {}
        name = host.lower()
        return self._logins.get(name) or self._logins.get(name.partition(":")[0]) or {}
