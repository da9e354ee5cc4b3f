"""Which definition a name in a file means: by the scopes around it, then by what the file imports."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from bookwheel.parsing.things.code.scopes import CodeFile, Scope

_SPLIT = re.compile(r"::|->|\?\.|\.")
_PLAIN = re.compile(r"(?:[\w$]|::|->|\?\.|\.|\(\)|~)+")
_TYPE_ARGUMENTS = re.compile(r"(?:::)?<[^()]*>|\[[^()]*\]")
_DEEPEST = 8
_NO_FUNCTIONS = frozenset(("log", "logger", "LOG", "_log", "_logger", "_LOG"))


@dataclass(frozen=True, slots=True)
class Rules:
    """How a language looks names up.

    `instance` are the words for the instance or its type; `has_bare_members` says that methods are called without one;
    `fallback` gives the key of a name that the file neither defines nor imports, empty for none.
    """

    instance: frozenset[str]
    has_bare_members: bool
    fallback: Callable[[CodeFile, Scope, str, bool], str] = lambda _file, _scope, _name, _is_type: ""


@dataclass(frozen=True, slots=True)
class Target:
    """What a name means: a definition of this file, or the key of one elsewhere with a label for it."""

    key: str
    label: str
    scope: Scope | None = None


def resolve(file: CodeFile, rules: Rules, at: Scope, written: str, *, is_type: bool = False) -> Target | None:
    """What a written name means at a place; None where that cannot be told."""
    text = _TYPE_ARGUMENTS.sub("", "".join(written.split())) if not written.isidentifier() else written
    if not _PLAIN.fullmatch(text):
        return None
    parts = [part for part in _SPLIT.split(text) if part]
    if not parts:
        return None
    first, rest = parts[0], parts[1:]
    if first in rules.instance or (first == at.own and at.own):
        owner = _type_around(at)
        if not rest:
            return _of(owner) if owner is not None and is_type else None
        return _of(_member(file, rules, owner, rest[0])) if owner is not None and len(rest) == 1 else None
    if first in ("super", "super()"):
        return _inherited(file, rules, at, rest)
    scope = _lexical(rules, at, first)
    if scope is not None:
        for part in rest:
            scope = _member(file, rules, scope, part) if scope is not None else None
        return _of(scope)
    bound = file.bindings.get(first)
    if bound is not None:
        return _imported(file, bound, first, rest)
    key = rules.fallback(file, at, file.separator.join(parts), is_type)
    return Target(key, ".".join(parts)) if key else None


def _of(scope: Scope | None) -> Target | None:
    return Target(scope.key, scope.path, scope) if scope is not None and scope.key else None


def _imported(file: CodeFile, bound: str, first: str, rest: list[str]) -> Target | None:
    if rest and (first in _NO_FUNCTIONS or (first.isupper() and len(first) > 1) or any("(" in one for one in rest)):
        return None
    if "(" in first:
        return None
    key, own = bound, re.split(r"[/:.]", bound)[-1]
    for part in rest:
        key = file.join(key, part)
    label = ".".join(([own] if own[:1].isupper() or not rest else []) + rest)
    return Target(key, first if label == "default" else label)


def _type_around(scope: Scope | None) -> Scope | None:
    while scope is not None and not scope.is_type:
        scope = scope.parent
    return scope


def _lexical(rules: Rules, at: Scope, name: str) -> Scope | None:
    scope: Scope | None = at
    while scope is not None:
        if (scope is at or not scope.is_type or rules.has_bare_members) and (found := scope.members.get(name)):
            return found
        scope = scope.parent
    return None


def _member(file: CodeFile, rules: Rules, owner: Scope | None, name: str, depth: int = 0) -> Scope | None:
    """A member of a type by its name, or of a type of this file that it inherits from."""
    if owner is None or depth > _DEEPEST:
        return None
    if name in owner.members:
        return owner.members[name]
    for base, _ in owner.bases:
        target = resolve(file, rules, owner.parent or owner, base, is_type=True)
        if target is not None and target.scope is not None and target.scope is not owner:
            found = _member(file, rules, target.scope, name, depth + 1)
            if found is not None:
                return found
    return None


def _inherited(file: CodeFile, rules: Rules, at: Scope, rest: list[str]) -> Target | None:
    owner = _type_around(at)
    if owner is None or len(rest) != 1:
        return None
    for base, _ in owner.bases:
        target = resolve(file, rules, owner.parent or owner, base, is_type=True)
        if target is not None and target.scope is not None and target.scope is not owner:
            found = _member(file, rules, target.scope, rest[0])
            if found is not None:
                return _of(found)
    return None
