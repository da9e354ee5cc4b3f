"""What every reader of a format hands over: the text that is read and searched, and where in the file it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bookwheel.domain.document import Link
from bookwheel.domain.messages import Message
from bookwheel.domain.places import Place
from bookwheel.parsing.parsed_body import Reading
from bookwheel.parsing.stated_names import StatedName
from bookwheel.parsing.stated_things import StatedThing
from bookwheel.parsing.stated_works import StatedWork

PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".bmp", ".avif")
"""How the names of pictures end that a page can show."""


@dataclass(slots=True)
class Converted:
    """A file as text.

    Without a `reading`, the text is Markdown, made by `markdown_writer`, and is read as such. With one, the text is the
    file's own source, decoded, and the reading holds its pieces. `fields` are the file's metadata under the names that
    front matter gives them (title, author, date, tags, language, description, …): strings, numbers or lists of these.
    `places` are empty where lines of the text are lines of the file. `warnings` are sentences about what could not be
    read, or what was left out. `names` are those by which links of other files lead into this one; `links` are those
    that the text does not show, with the line of the text (from 1) at which they stand. `things` are those that the
    file states as such, `works` those that a bibliography lists.
    """

    text: str
    fields: dict[str, object] = field(default_factory=dict[str, object])
    places: list[Place] = field(default_factory=list[Place])
    warnings: list[Message] = field(default_factory=list[Message])
    reading: Reading | None = None
    names: list[StatedName] = field(default_factory=list[StatedName])
    works: list[StatedWork] = field(default_factory=list[StatedWork])
    links: list[Link] = field(default_factory=list[Link])
    things: list[StatedThing] = field(default_factory=list[StatedThing])


Reader = Callable[[bytes, str], Converted]
"""Takes a file's bytes and its path (for its name alone); raises SkippedFile, with the reason, for no such file."""
