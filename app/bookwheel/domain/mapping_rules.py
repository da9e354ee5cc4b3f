"""Mapping rules: what a person says of the records in a collection's data files, and what these rules would make."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain.messages import NO_MESSAGE, Message

MAPPING_FILE = ".bookwheel-mapping.toml"
"""The file in a collection's folder with a person's own rules."""

LARGEST_MAPPING_BYTES = 64 * 1024
"""Size of a mapping file at most."""

RULE_RELATIONS = ("keyMatch", "childOf", "contains", "dependsOn", "mentions", "author", "owner")
"""Relations that a rule may state; `keyMatch` unless it says otherwise."""

EXAMPLES = 3
"""Records that a preview shows of each rule and type."""


@dataclass(frozen=True, slots=True)
class MappedRelation:
    """A field of a record that leads to another thing of type `to`, whose key it holds, or with `by_name` its name."""

    field: str
    to: str
    relation: str = ""
    by_name: bool = False


@dataclass(frozen=True, slots=True)
class MappingRule:
    """What the records of some files are.

    `line` is that of the rule in its file. `files` are patterns in .gitignore syntax. `records` is the path to the
    records in the data: keys with points between, `*` for every entry; empty for the whole file. Their type is `type`,
    or stands in the field `type_field`. `key` names the fields that make the key together, none for records told apart
    by their place; `other_keys` are keys too, each by itself. `label` and `leave_out` are fields, too.
    """

    line: int
    files: tuple[str, ...]
    records: str = ""
    type: str = ""
    type_field: str = ""
    key: tuple[str, ...] = ()
    other_keys: tuple[str, ...] = ()
    label: str = ""
    relations: tuple[MappedRelation, ...] = ()
    leave_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MappingFault:
    """What is wrong with a mapping file, and in which line (from 1)."""

    line: int
    reason: Message


@dataclass(frozen=True, slots=True)
class MappingRules:
    """The rules of a mapping file, and what is wrong with the others; one that is wrong is not used."""

    rules: tuple[MappingRule, ...] = ()
    faults: tuple[MappingFault, ...] = ()


@dataclass(frozen=True, slots=True)
class MappingRequest:
    """Say what mapping rules make of a collection (slug, name or root) or of any folder, without changing the index.

    With `draft`, the text of a mapping file, these rules are tried instead of the folder's own.
    """

    place: str
    draft: str = ""


@dataclass(frozen=True, slots=True)
class MappedExample:
    """A record that a rule makes, and where it stands."""

    label: str
    key: str
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class MappedType:
    """How many records of a type a rule makes, with the first of them."""

    type: str
    count: int
    examples: tuple[MappedExample, ...] = ()


@dataclass(frozen=True, slots=True)
class RulePreview:
    """What one rule makes: `files` are those that it names, `relations` how many fields lead elsewhere.

    `unkeyed` counts records without a key or label, which are not made; `unread` files that cannot be read as data;
    `formats_off` names formats of its files that the collection does not read; `left_out` counts records beyond those
    that the graph takes of one file.
    """

    line: int
    patterns: tuple[str, ...]
    files: int = 0
    types: tuple[MappedType, ...] = ()
    relations: int = 0
    unkeyed: int = 0
    unread: tuple[str, ...] = ()
    formats_off: tuple[str, ...] = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class MappingTask:
    """What a child is asked to try: the folder with what is taken in of it, and the text of a draft.

    `is_collection` says whether the folder is one.
    """

    root: str
    ignore: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    is_collection: bool = False
    draft: str = ""


@dataclass(frozen=True, slots=True)
class MappingAnswer:
    """What the rules of a folder make. `file` is the mapping file, `has_file` whether there is one.

    `fault` says why nothing could be tried; `is_cut` that some files were not looked at.
    """

    file: str = ""
    has_file: bool = False
    rules: tuple[RulePreview, ...] = ()
    faults: tuple[MappingFault, ...] = ()
    fault: Message = NO_MESSAGE
    is_cut: bool = False
