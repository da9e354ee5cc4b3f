"""Manual links: what a person or an agent joined in the graph, kept apart from the links that sources state.

Times are ISO 8601 in UTC.
"""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain.messages import Message

THE_PERSON = "the person"
"""Who made a link that no agent made; no client's name has a space."""

RELATION = "manual"
"""The relation of every manual link in the graph, whatever it is called."""

LONGEST_RELATION, LONGEST_NOTE = 60, 1000
"""Characters."""


@dataclass(frozen=True, slots=True)
class LinkEnd:
    """One end: the id of a document, section or node of the graph, and what finds a section again.

    `heading_path` ends with the section's own title, and `text_hash` is that of its text; both are empty for the rest.
    """

    id: str
    title: str
    heading_path: tuple[str, ...] = ()
    text_hash: str = ""


@dataclass(frozen=True, slots=True)
class ManualLink:
    """One link. `client` is whose token made it, empty for the person; `agent` which of that client's agents.

    `label` is the relation in the words that were given, with single spaces; `note` what was said besides.
    """

    id: str
    client: str
    agent: str
    session: str
    subject: LinkEnd
    label: str
    object: LinkEnd
    note: str
    created_at: str

    @property
    def by(self) -> str:
        """Who made it: the person, a client, or one of its agents as client/agent."""
        if not self.client:
            return THE_PERSON
        return self.client if self.agent in ("", self.client) else f"{self.client}/{self.agent}"


@dataclass(frozen=True, slots=True)
class LinkRequest:
    """What to join: `subject` and `object` are what `explore` takes, `relation` a word or a short phrase.

    The same subject, relation and object of one client are one link; a new note takes the place of its old one.
    """

    subject: str
    relation: str
    object: str
    note: str = ""
    session: str = ""
    agent: str = ""


@dataclass(frozen=True, slots=True)
class LinkAnswer:
    """The link as it is kept, whether it is new, how many its maker has, and what is worth saying besides."""

    link: ManualLink
    is_new: bool
    total: int
    notices: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class LinksRequest:
    """Manual links, newest first: of one client, or with an end at a node (a document's sections count as it).

    Empty fields narrow nothing; `limit` is 1 to 2,000. `client` "the person" asks for the person's own.
    """

    client: str = ""
    node: str = ""
    limit: int = 500


@dataclass(frozen=True, slots=True)
class LinkEntry:
    """A link as it stands now: its ends' present ids and titles; an id is empty where its end is lost."""

    link: ManualLink
    subject: str
    subject_title: str
    object: str
    object_title: str


@dataclass(frozen=True, slots=True)
class LinksAnswer:
    """Links, newest first; `total` of all that fit."""

    links: tuple[LinkEntry, ...]
    total: int
    revision: int


@dataclass(frozen=True, slots=True)
class UnlinkRequest:
    """Which links to take away: those that fit everything given, of which something must be.

    `before` is an ISO date or time.
    """

    ids: tuple[str, ...] = ()
    client: str = ""
    agent: str = ""
    session: str | None = None
    before: str = ""


@dataclass(frozen=True, slots=True)
class UnlinkAnswer:
    """How many links were taken away."""

    forgotten: int
