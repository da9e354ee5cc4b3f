"""What goes to the parser child and comes back from it: light, for those who never parse themselves."""

from __future__ import annotations

from dataclasses import dataclass, field

from bookwheel.domain.document import Dialect, Document
from bookwheel.domain.formats import format_of
from bookwheel.domain.mapping_rules import MappingRule
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.parsing.things.code.home import NO_HOME, CodeHome


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one file may take: seconds of a processor, and memory (MB)."""

    seconds: float = 20.0
    memory_mb: int = 1024


@dataclass(frozen=True, slots=True)
class ParseTask:
    """One file to be parsed; the fields are the arguments of `parse`.

    With a `picture`, that picture is taken out of the file, which is of the format, instead. `recognise` names the
    languages in which words in pictures are recognised, as Tesseract calls them; none are when it is empty. `is_trial`
    asks whether the password opens the file, and nothing more. `choices` are those of the collection (`code=on`);
    `home` is that of source code; `rules` are those of the collection that name the file; `finds_names`
    has names in running text looked for.
    """

    content: bytes
    path: str
    dialect: Dialect
    language: str
    format: str
    listed_title: str
    picture: str = ""
    recognise: str = ""
    password: str = field(default="", repr=False)
    is_trial: bool = False
    choices: tuple[str, ...] = ()
    home: CodeHome = NO_HOME
    rules: tuple[MappingRule, ...] = ()
    finds_names: bool = True

    @property
    def needs_outside(self) -> bool:
        """Whether a program of others may be asked for help, which takes time on the clock."""
        kind = format_of(self.path)
        return bool(self.recognise) or (kind is not None and bool(kind.needs))


@dataclass(frozen=True, slots=True)
class ParseReply:
    """What became of a file: a document, or why there is none.

    `skipped` is a sentence for a file that is not for reading, and it `is_protected` when a password would open it;
    `failed` names what the parser raised; `exceeded` is the
    limit that the file went over, seconds or memory; `picture` holds the one that was asked for. The first reply of all
    is empty: the child is ready.
    """

    document: Document | None = None
    skipped: Message = NO_MESSAGE
    is_protected: bool = False
    failed: str = ""
    exceeded: str = ""
    picture: bytes = b""
