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
_MODULES = frozenset(("python/os.path", "python/collections.abc", "python/importlib.util", "python/xml.etree"))
"""Modules that are there without an import of their own."""

_NO_FUNCTIONS = frozenset(("log", "logger", "LOG", "_log", "_logger", "_LOG"))


@dataclass(frozen=True, slots=True)
class Rules:
    """How a language looks names up.

    `instance` are the words for the instance or its type; `has_bare_members` says that methods are called without one;
    `within` gives the key of what stands in something imported, None where that cannot be told; `fallback` that of a
    name that the file neither defines nor imports, empty for none.
    """

    instance: frozenset[str]
    has_bare_members: bool
    within: Callable[[CodeFile, str, list[str]], str | None] = lambda file, bound, rest: join_all(file, bound, rest)
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
    if not parts or any("(" in part for part in parts[1:]):  # what a call gives is not known
        return None
    first, rest = parts[0], parts[1:]
    if first in rules.instance or (first == at.own and at.own):
        owner = _type_around(at)
        if not rest:
            return _of(owner) if owner is not None and is_type else None
        return _of(_member(file, rules, owner, rest[0])) if owner is not None and len(rest) == 1 else None
    if first in ("super", "super()") and file.separator == ".":
        return _inherited(file, rules, at, rest)
    scope = _lexical(rules, at, first)
    if scope is not None:
        for part in rest:
            scope = _member(file, rules, scope, part) if scope is not None else None
        return _of(scope)
    bound = file.bindings.get(first)
    if bound is not None and (at, first) in file.shadows:
        return None
    if bound is not None:
        return _imported(file, rules, bound, first, rest)
    key = rules.fallback(file, at, file.separator.join(parts), is_type)
    return Target(key, ".".join(parts)) if key else None


def _of(scope: Scope | None) -> Target | None:
    return Target(scope.key, scope.path, scope) if scope is not None and scope.key else None


def _imported(file: CodeFile, rules: Rules, bound: str, first: str, rest: list[str]) -> Target | None:
    """What stands in something imported; not a method of a value, of which nobody says here what it is."""
    if "(" in "".join((first, *rest)) or (rest and (first in _NO_FUNCTIONS or _is_constant(first))):
        return None
    within = rules.within(file, bound, rest)
    if within is None:
        return None
    key, own = within, re.split(r"[/:.]", bound)[-1]
    above = key.rpartition(file.separator)[0]
    if len(rest) > 1 and not _is_name_of_type(rest[-2]) and above not in file.imports and above not in _MODULES:
        return None
    label = ".".join(([own] if own[:1].isupper() or not rest else []) + rest)
    return Target(key, first if label == "default" else label)


def _is_constant(name: str) -> bool:
    return len(name) > 1 and name.isupper()


def _is_name_of_type(name: str) -> bool:
    return name.lstrip("_$")[:1].isupper() and not _is_constant(name)


def join_all(file: CodeFile, bound: str, rest: list[str]) -> str | None:
    """The key of a name within what is imported."""
    for part in rest:
        bound = file.join(bound, part)
    return bound


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
