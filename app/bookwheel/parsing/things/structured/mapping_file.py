"""A mapping file as rules: TOML in which every mistake is told with its line."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator

from bookwheel.domain.mapping_rules import (
    RULE_RELATIONS,
    MappedRelation,
    MappingFault,
    MappingRule,
    MappingRules,
)
from bookwheel.domain.messages import Message
from bookwheel.domain.things import fold
from bookwheel.parsing.things.structured.toml_values import read_toml
from bookwheel.parsing.things.structured.values import Unreadable, Value

MOST_RULES = 100
MOST_NAMES = 50
"""Patterns, fields or relations of one rule."""

LONGEST_NAME = 200

_NAMES = ("files", "records", "type", "type_field", "key", "other_keys", "label", "relations", "leave_out")
_RELATION_NAMES = ("to", "by", "relation")
_PLACE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)\s*\Z")


class _Wrong(Exception):
    """A rule that cannot be used: the line and the reason."""

    def __init__(self, line: int, reason: Message) -> None:
        super().__init__(reason)
        self.fault = MappingFault(line, reason)


def read_rules(text: str) -> MappingRules:
    """The rules of a mapping file. Never raises: what is wrong is told, and the other rules hold."""
    try:
        tomllib.loads(text)
        found = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line = int(place[1] or 0) if place else 1
        said = _PLACE.sub("", str(error))
        return MappingRules(faults=(MappingFault(line or text.count("\n") + 1, Message.verbatim(f"{said}.")),))
    except (Unreadable, ValueError, RecursionError):
        return MappingRules(faults=(MappingFault(1, Message("The file is not valid TOML.")),))
    rules: list[MappingRule] = []
    tables = found.fields or {}
    faults = [MappingFault(one.line, _unknown(name, ("rule",))) for name, one in tables.items() if name != "rule"]
    given = found.field("rule")
    if given.items is None and "rule" in tables:
        faults.append(MappingFault(given.line, Message("A rule begins with [[rule]], in two brackets.")))
    for number, one in enumerate(given.items or ()):
        if number >= MOST_RULES:
            faults.append(MappingFault(one.line, Message("Only the first {most} rules are used.", most=MOST_RULES)))
            break
        try:
            rules.append(_rule(one))
        except _Wrong as error:
            faults.append(error.fault)
    return MappingRules(tuple(rules), tuple(faults))


def _rule(given: Value) -> MappingRule:
    """One rule.

    Raises:
        _Wrong: for one that cannot be used.
    """
    if given.fields is None:
        raise _Wrong(given.line, Message("A rule begins with [[rule]], in two brackets."))
    for name, one in given.fields.items():
        if name not in _NAMES:
            raise _Wrong(one.line, _unknown(name, _NAMES))
    files = _names(given, "files")
    if not files:
        raise _Wrong(given.line, Message('The rule names no files. Add for example: files = "people/*.csv"'))
    type, type_field = _name(given, "type"), _name(given, "type_field")
    if bool(type) == bool(type_field):
        raise _Wrong(given.line, Message("Set either type, or type_field with the field that contains the type."))
    _check_type(type, given.field("type").line)
    return MappingRule(
        given.line,
        files,
        records=_name(given, "records"),
        type=type,
        type_field=type_field,
        key=_names(given, "key"),
        other_keys=_names(given, "other_keys"),
        label=_name(given, "label"),
        relations=tuple(_relations(given.field("relations"))),
        leave_out=_names(given, "leave_out"),
    )


def _relations(given: Value) -> Iterator[MappedRelation]:
    if given.line and given.fields is None:
        raise _Wrong(given.line, Message("relations is a table of fields: [rule.relations]"))
    fields = given.fields or {}
    if len(fields) > MOST_NAMES:
        raise _Wrong(given.line, Message("{name} has more than {most} entries.", name="relations", most=MOST_NAMES))
    for field, one in fields.items():
        _check_length(field, one.line)
        if one.is_scalar:
            _check_type(one.text, one.line)
            yield MappedRelation(field, one.text)
            continue
        for name in one.fields or {}:
            if name not in _RELATION_NAMES:
                raise _Wrong(one.line, _unknown(name, _RELATION_NAMES))
        to, by, relation = (_name(one, name) for name in _RELATION_NAMES)
        if not to:
            raise _Wrong(one.line, Message('Set what {field} refers to, for example {field} = "company"', field=field))
        _check_type(to, one.line)
        if by not in ("", "key", "name"):
            raise _Wrong(one.line, Message('by is "key" or "name", not "{given}".', given=by))
        if relation and relation not in RULE_RELATIONS:
            named = ", ".join(RULE_RELATIONS)
            raise _Wrong(
                one.line, Message('There is no relation "{given}". Use one of: {names}.', given=relation, names=named)
            )
        yield MappedRelation(field, to, relation, by == "name")


def _name(given: Value, name: str) -> str:
    one = given.field(name)
    if not one.is_scalar:
        raise _Wrong(one.line, Message("{name} is one text in quotation marks.", name=name))
    _check_length(one.text, one.line)
    return one.text.strip()


def _names(given: Value, name: str) -> tuple[str, ...]:
    """A text or a list of them."""
    one = given.field(name)
    if one.is_scalar:
        return (text,) if (text := _name(given, name)) else ()
    items = one.items or ()
    if one.fields is not None or not all(item.is_scalar and item.text.strip() for item in items):
        raise _Wrong(one.line, Message("{name} is one text in quotation marks, or a list of them.", name=name))
    if len(items) > MOST_NAMES:
        raise _Wrong(one.line, Message("{name} has more than {most} entries.", name=name, most=MOST_NAMES))
    for item in items:
        _check_length(item.text, item.line)
    return tuple(item.text.strip() for item in items)


def _check_length(text: str, line: int) -> None:
    if len(text) > LONGEST_NAME:
        raise _Wrong(line, Message("A name or pattern has more than {most} characters.", most=LONGEST_NAME))


def _check_type(type: str, line: int) -> None:
    if type and not fold(type):
        raise _Wrong(line, Message('"{given}" cannot be a type; use at least one letter or digit.', given=type))


def _unknown(name: str, known: tuple[str, ...]) -> Message:
    shown = name if len(name) <= 60 else f"{name[:60]}…"
    near = difflib.get_close_matches(shown, known, 1)
    if near:
        return Message('"{given}" is not known here. Did you mean "{near}"?', given=shown, near=near[0])
    return Message('"{given}" is not known here. Use: {names}.', given=shown, names=", ".join(known))
