"""The teams that a person connected to, in a file of the library's folder; the tokens are kept elsewhere."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bookwheel import paths, wire
from bookwheel.domain.collection import CollectionCard
from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.team import SignInDescription
from bookwheel.paths import LibraryPaths

if TYPE_CHECKING:
    from bookwheel.client.teams.sign_in_store import SignInStore
    from bookwheel.system_keyring import SystemKeyring

MOST_TEAMS = 20
"""Teams that one library is connected to at most: each is asked with every search."""

LOCK_S = 10.0

_LARGEST_FILE = 1_000_000


@dataclass(frozen=True, slots=True)
class Team:
    """A team's reader: what it is called here, where it answers, and how people sign in, None where nobody does.

    `certificate` is a file of certificates that are trusted besides the system's. `collections` are the slugs that it
    showed last, by which its documents are known without asking, and `names` what these are called, in the same order.
    """

    name: str
    address: str
    sign_in: SignInDescription | None = None
    certificate: str = ""
    collections: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def named(self) -> dict[str, str]:
        """What each collection is called, by its slug; its slug where a program before names were kept noted it."""
        return {slug: slug for slug in self.collections} | dict(zip(self.collections, self.names, strict=False))

    def showing(self, cards: Iterable[CollectionCard]) -> Team:
        """The same team, which shows these collections now."""
        shown = sorted((card.slug, card.name) for card in cards)
        return replace(self, collections=tuple(slug for slug, _ in shown), names=tuple(name for _, name in shown))


class Teams:
    """The list of teams. Safe to use from any thread, and from several programs."""

    def __init__(self, places: LibraryPaths, keyring: SystemKeyring | None = None) -> None:
        """Read nothing yet; nothing is made before something is kept."""
        self._folder = places.teams
        self._file = self._folder / "teams.json"
        self._keyring = keyring
        self._read_at: tuple[int, int] = (0, 0)
        self._read: tuple[Team, ...] = ()

    @property
    def sign_ins(self) -> SignInStore:
        """Where the person's tokens are kept."""
        # What signs in is not loaded for those who have no team.
        from bookwheel.client.teams.sign_in_store import SignInStore  # noqa: PLC0415
        from bookwheel.system_keyring import SystemKeyring  # noqa: PLC0415

        if self._keyring is None:
            self._keyring = SystemKeyring()
        return SignInStore(self._folder, self._keyring)

    def all(self) -> tuple[Team, ...]:
        """The teams as the file has them now; none where there is no file.

        Raises:
            BadRequest: when the file is damaged.
        """
        try:
            status = self._file.stat()
        except OSError:
            return ()
        stamp = (status.st_mtime_ns, status.st_size)
        if stamp != self._read_at:
            self._read, self._read_at = _read(self._file), stamp
        return self._read

    def find(self, name: str) -> Team:
        """The team of a name, in whatever case.

        Raises:
            NotFound: with the names that there are.
        """
        teams = self.all()
        for team in teams:
            if team.name.casefold() == name.strip().casefold():
                return team
        known = [team.name for team in teams]
        raise NotFound("You are not connected to a team called {name}.", name=name, did_you_mean=known)

    def keep(self, team: Team) -> None:
        """Add a team, or put it in the place of the one at its address.

        Raises:
            BadRequest: when another team has its name, or there are too many.
        """
        with self._alone():
            others = self.refuse(team)
            self._write(sorted((*others, team), key=lambda one: one.name.casefold()))

    def refuse(self, team: Team) -> list[Team]:
        """The other teams, beside which this one may be kept.

        Raises:
            BadRequest: when another team has its name, or there are too many.
        """
        others = [one for one in self.all() if one.address != team.address]
        if any(one.name.casefold() == team.name.casefold() for one in others):
            raise BadRequest("Another team is called {name} already. Choose another name.", name=team.name)
        if len(others) >= MOST_TEAMS:
            raise BadRequest("You are connected to {count} teams. Disconnect one first.", count=MOST_TEAMS)
        return others

    def note_collections(self, address: str, cards: Iterable[CollectionCard]) -> None:
        """Remember what a team shows, where that has changed."""
        shown = tuple(cards)
        if all(one.showing(shown) == one for one in self.all() if one.address == address):
            return
        with self._alone():
            self._write([one.showing(shown) if one.address == address else one for one in self.all()])

    def remove(self, team: Team) -> bool:
        """Disconnect from a team and forget its tokens; False where the system's keyring may still hold them."""
        with self._alone():
            self._write([one for one in self.all() if one.address != team.address])
        is_forgotten = self.sign_ins.forget(team.address)
        return is_forgotten or team.sign_in is None  # nobody has signed in to a team without sign-in

    def _write(self, teams: list[Team]) -> None:
        paths.make_private(self._file, wire.encode(tuple(teams)).decode())

    @contextlib.contextmanager
    def _alone(self) -> Generator[None]:
        from filelock import FileLock  # noqa: PLC0415 - likewise

        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with FileLock(self._file.with_suffix(".lock"), timeout=LOCK_S):
            yield


def _read(file: Path) -> tuple[Team, ...]:
    try:
        with file.open("rb") as opened:
            return wire.decode(opened.read(_LARGEST_FILE), tuple[Team, ...])
    except (OSError, BadRequest):
        raise BadRequest(
            "The list of teams is damaged. Delete {file}, and connect to your teams again.", file=file
        ) from None
