"""A collection's mapping file: read from its folder, and which of its rules name a file."""

from __future__ import annotations

import stat
import zlib
from dataclasses import dataclass
from pathlib import Path

from bookwheel.domain.formats import format_of
from bookwheel.domain.mapping_rules import (
    LARGEST_MAPPING_BYTES,
    MAPPING_FILE,
    MappingFault,
    MappingRule,
    MappingRules,
)
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.library.sources.file_rules import Refusal
from bookwheel.library.sources.ignore_patterns import Patterns
from bookwheel.library.sources.inside_root import describe, read_inside
from bookwheel.parsing.things.structured.files import FORMATS
from bookwheel.parsing.things.structured.mapping_file import read_rules

MOST_TOLD = 5
"""Mistakes of a file that its problem names."""


def has_records(path: str) -> bool:
    """Whether a file is one of records by its name, which rules may name."""
    kind = format_of(path)
    return kind is not None and kind.name in FORMATS


@dataclass(frozen=True, slots=True)
class Mapping:
    """The mapping rules of a folder.

    `digest` tells one state of the file from another, 0 without one; `is_there` whether there is one.
    """

    rules: tuple[tuple[MappingRule, Patterns], ...] = ()
    faults: tuple[MappingFault, ...] = ()
    unreadable: Message = NO_MESSAGE
    digest: int = 0
    is_there: bool = False

    @classmethod
    def of(cls, root: Path) -> Mapping:
        """Read the file of a folder (a real path); no rules without one, and none of one that cannot be read."""
        try:
            if stat.S_ISLNK((root / MAPPING_FILE).lstat().st_mode):
                raise OSError(Message("it is a symbolic link"))
            content, _ = read_inside(root, MAPPING_FILE, LARGEST_MAPPING_BYTES)
            text = content.decode("utf-8-sig")
        except (FileNotFoundError, NotADirectoryError):
            return cls()
        except OSError as error:
            return cls(unreadable=describe(error), is_there=True)
        except UnicodeDecodeError:
            return cls(unreadable=Message("it is not UTF-8 text"), is_there=True)
        return cls.read(text)

    @classmethod
    def read(cls, text: str) -> Mapping:
        """The rules of a text."""
        found: MappingRules = read_rules(text.replace("\r\n", "\n"))
        rules: list[tuple[MappingRule, Patterns]] = []
        faults = list(found.faults)
        for rule in found.rules:
            patterns = Patterns.of(rule.files)
            wrong = patterns.faults
            reasons = [Message("{pattern}: {reason}", pattern=one.pattern, reason=one.reason) for one in wrong]
            faults += [MappingFault(rule.line, reason) for reason in reasons]
            if not reasons:
                rules.append((rule, patterns))
        return cls(tuple(rules), tuple(faults), digest=zlib.crc32(text.encode()) or 1, is_there=True)

    def rules_for(self, path: str) -> tuple[MappingRule, ...]:
        """The rules that name a file, in their order."""
        return tuple(rule for rule, patterns in self.rules if patterns.covers(path))

    @property
    def refusal(self) -> Refusal | None:
        """What is wrong with the file as a problem; None where nothing is."""
        if self.unreadable:
            reason = Message("The rules in this file are not used: {reason}.", reason=self.unreadable)
            return Refusal(MAPPING_FILE, reason)
        if not self.faults:
            return None
        lines = [Message("Line {line}: {reason}", line=one.line, reason=one.reason) for one in self.faults[:MOST_TOLD]]
        if len(self.faults) > MOST_TOLD:
            lines.append(Message("And {count} more.", count=f"{len(self.faults) - MOST_TOLD:,}"))
        return Refusal(MAPPING_FILE, Message.joined(lines, " "), "warning")
