"""A team's reader of two collections, with a provider by which people sign in, for tests of the window."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bookwheel.domain.team import TeamCollection
from bookwheel.service.identity.access_tokens import AccessTokens
from bookwheel.service.identity.provider_requests import asker
from tests import oidc_provider
from tests.oidc_provider import Provider
from tests.publications.publishing import public, publish
from tests.service.team.serving import Served, serving

HANDBOOK = {
    "index.md": "---\ntags: [start]\n---\n# Handbook\n\nHow the okapi wheel is kept. See [oil](oil.md) and "
    "[the drawing](drawing.dxf), [nothing](nowhere.md).\n\n![far](https://images.example.org/wheel.png)\n\n"
    "## Turning\n\nTurn the okapi wheel each day.\n\n- [ ] Grease the okapi 📅 2026-12-24\n",
    "oil.md": "# Oil\n\nThe okapi axle wants oil. Back to the [handbook](index.md#turning).\n",
    "rooms/hall.md": "# Hall\n\nThe okapi wheel stands in the hall.\n",
}
RULES = {"rules.md": "# House rules\n\nNobody rides the okapi wheel.\n"}


@dataclass
class TeamReader:
    """A reader that runs, and its provider."""

    served: Served
    provider: Provider

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://{self.served.host}"


SHOWN: Mapping[str, Mapping[str, str]] = {"Handbook": HANDBOOK, "House rules": RULES}


@contextlib.contextmanager
def reading(folder: Path, shown: Mapping[str, Mapping[str, str]] = SHOWN) -> Iterator[TeamReader]:
    """Run a reader called Team, which shows collections, each its texts by path, to everyone who signs in."""
    collections: list[TeamCollection] = []
    for number, (name, texts) in enumerate(shown.items()):
        place = folder / name.replace(" ", "-").lower()
        publish(place, texts, id=f"{number:032x}", name=name)
        collections.append(TeamCollection(name, str(place), public(), ()))
    with oidc_provider.running() as provider:
        identity = provider.config()
        tokens = AccessTokens(identity, asker(identity.issuer))
        with serving(folder / "reader", tuple(collections), identity=identity, tokens=tokens) as served:
            yield TeamReader(served, provider)
