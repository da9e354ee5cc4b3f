"""What a folder's mapping rules make of its files, told without changing any index."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.formats import FormatUse, format_of
from bookwheel.domain.mapping_rules import (
    EXAMPLES,
    MAPPING_FILE,
    MappedExample,
    MappedType,
    MappingAnswer,
    MappingFault,
    MappingRule,
    MappingTask,
    RulePreview,
)
from bookwheel.domain.messages import Message
from bookwheel.library.sources.file_rules import Rules
from bookwheel.library.sources.file_walk import Candidate, walk
from bookwheel.library.sources.inside_root import read_inside
from bookwheel.library.sources.mapping import Mapping, has_records
from bookwheel.parsing.documents import parse
from bookwheel.parsing.things.gathering import Gathering
from bookwheel.parsing.things.structured import files
from bookwheel.parsing.things.structured.mapped_records import Mapped

log = logging.getLogger(__name__)

MOST_FILES = 5_000
MOST_BYTES = 200_000_000
"""Files that are read for a preview, and their bytes together."""

MOST_TYPES = 50
"""Types that are told of one rule."""

_LARGEST_FILE = 20_000_000
_MOST_UNREAD = 20


@dataclass(slots=True)
class _Made:
    """What one rule has made so far."""

    rule: MappingRule
    files: int = 0
    counts: dict[str, int] = field(default_factory=dict[str, int])
    examples: dict[str, list[MappedExample]] = field(default_factory=dict[str, list[MappedExample]])
    relations: int = 0
    unkeyed: int = 0
    left_out: int = 0
    unread: list[str] = field(default_factory=list[str])
    formats_off: dict[str, None] = field(default_factory=dict[str, None])

    def add(self, path: str, made: Mapped) -> None:
        """Count what the rule made of a file."""
        self.relations += made.relations
        self.unkeyed += made.unkeyed
        self.left_out += made.left_out
        for type, label, key, line in made.records:
            self.counts[type] = self.counts.get(type, 0) + 1
            examples = self.examples.setdefault(type, [])
            if len(examples) < EXAMPLES:
                examples.append(MappedExample(label, key, path, line))

    def told(self) -> RulePreview:
        """What there is to say of it, the commonest types first."""
        counts = sorted(self.counts.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_TYPES]
        return RulePreview(
            self.rule.line,
            self.rule.files,
            self.files,
            tuple(MappedType(type, count, tuple(self.examples[type])) for type, count in counts),
            self.relations,
            self.unkeyed,
            tuple(self.unread[:_MOST_UNREAD]),
            tuple(self.formats_off),
            self.left_out,
        )


def preview(task: MappingTask) -> MappingAnswer:
    """What the rules of a folder, or those of a draft, make of the folder's files."""
    root = Path(os.path.realpath(task.root))
    mapping = Mapping.read(task.draft) if task.draft else Mapping.of(root)
    refusal = mapping.unreadable
    faults = (*mapping.faults, *([MappingFault(0, refusal)] if refusal else ()))
    made = [_Made(rule) for rule, _ in mapping.rules]
    try:
        is_cut = _try(task, root, mapping, made) if made else False
    except OSError as error:
        fault = Message("The folder {folder} cannot be read ({reason}).", folder=task.root, reason=error.strerror)
        return MappingAnswer(str(root / MAPPING_FILE), mapping.is_there, faults=faults, fault=fault)
    rules = tuple(one.told() for one in made)
    return MappingAnswer(str(root / MAPPING_FILE), mapping.is_there, rules, faults, is_cut=is_cut)


def _try(task: MappingTask, root: Path, mapping: Mapping, made: Sequence[_Made]) -> bool:
    """Read the files that rules name; whether there were too many.

    Raises:
        OSError: when the folder cannot be listed.
    """
    collection = Collection("", "", task.root, ignore=task.ignore, include=task.include, formats=task.formats)
    own = Rules.of(collection)
    everything = Rules.of(collection)
    everything.uses = {name: use for name, use in own.uses.items() if name not in files.FORMATS}
    everything.uses.update(dict.fromkeys(files.FORMATS, FormatUse.ON))
    by_rule = {id(one.rule): one for one in made}
    count = size = 0
    for entry in walk(everything):
        rules = mapping.rules_for(entry.path) if isinstance(entry, Candidate) else ()
        if not (isinstance(entry, Candidate) and rules and has_records(entry.path)):
            continue
        count, size = count + 1, size + entry.size_bytes
        if count > MOST_FILES or size > MOST_BYTES:
            return True
        named = [by_rule[id(rule)] for rule in rules]
        kind = format_of(entry.path)
        for one in named:
            one.files += 1
            if task.is_collection and kind is not None and not own.reads(entry.path):
                one.formats_off[kind.name] = None
        for one, found in zip(named, _read(root, entry, rules) or [None] * len(named), strict=True):
            if found is None:
                one.unread.append(entry.path)
            else:
                one.add(entry.path, found)
    return False


def _read(root: Path, entry: Candidate, rules: Sequence[MappingRule]) -> Sequence[Mapped]:
    """What each rule makes of a file; nothing of one that cannot be read as data."""
    try:
        content, _ = read_inside(root, entry.disk_path, _LARGEST_FILE)
        document = parse(content, entry.path)
        return files.gather(document, Gathering(), rules)
    except (OSError, SkippedFile):
        return ()
    except Exception:  # a parser may fail in any way over a hostile file; the others go on
        log.exception("a file could not be read")
        return ()
