"""What every reader of a format hands over: the text that is read and searched, and where in the file it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bookwheel.domain.messages import Message
from bookwheel.domain.places import Place
from bookwheel.parsing.parsed_body import Reading

PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".bmp", ".avif")
"""How the names of pictures end that a page can show."""


@dataclass(slots=True)
class Converted:
    """A file as text.

    Without a `reading`, the text is Markdown, made by `markdown_writer`, and is read as such. With one, the text is the
    file's own source, decoded, and the reading holds its pieces. `fields` are the file's metadata under the names that
    front matter gives them (title, author, date, tags, language, description, …): strings, numbers or lists of these.
    `places` are empty where lines of the text are lines of the file. `warnings` are sentences about what could not be
    read, or what was left out.
    """

    text: str
    fields: dict[str, object] = field(default_factory=dict[str, object])
    places: list[Place] = field(default_factory=list[Place])
    warnings: list[Message] = field(default_factory=list[Message])
    reading: Reading | None = None


Reader = Callable[[bytes, str], Converted]
"""Takes a file's bytes and its path (for its name alone); raises SkippedFile, with the reason, for no such file."""
