"""Projects as their manifests state them: package.json, pyproject.toml, Cargo.toml, go.mod and requirements.txt."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bookwheel.domain.document import Document
from bookwheel.domain.things import DOCUMENT, ThingKind, keyed_id, thing_id
from bookwheel.parsing.things.gathering import Spot
from bookwheel.parsing.things.structured.frameworks import FRAMEWORKS
from bookwheel.parsing.things.structured.json_values import read_json
from bookwheel.parsing.things.structured.stating import Stating
from bookwheel.parsing.things.structured.toml_values import read_toml
from bookwheel.parsing.things.structured.values import Value

_NAME = re.compile(r"[^\s\x00-\x1f\x7f<>\"'`{}|\\^]{1,214}\Z")
_REQUIREMENT = re.compile(r"[ \t]*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?=[ \t]*(?:[\[<>=!~;(@,#]|\Z))")
_REQUIREMENTS = re.compile(r"(?:requirements|constraints)(?:[-_.][\w.-]+)?\.txt\Z|(?:[\w.-]+[-_])requirements\.txt\Z")
_OTHER_LINE = re.compile(r"\s|#|-|git\+|https?:|[./]")
"""How lines of requirements begin that name no package by its name."""
_GO_LINE = re.compile(r"^[ \t]*(?:require[ \t]+)?([^\s()]+\.[^\s()]+)[ \t]+(v\S+)")
_SEPARATORS = re.compile(r"[-_.]+")
_MOST = 2_000
"""Dependencies of one manifest."""


@dataclass(frozen=True, slots=True)
class Dependency:
    """A project that another needs: the field that says so, its name, and the line and words there."""

    field: str
    name: str
    line: int
    words: str


@dataclass(frozen=True, slots=True)
class _Project:
    """What a manifest says of its project; without a name, it is the manifest that needs the dependencies."""

    name: str
    line: int
    language: str
    properties: tuple[tuple[str, str], ...]
    dependencies: list[Dependency]


def is_manifest(path: str) -> bool:
    """Whether a file is a manifest by its name."""
    return _reader(path) is not None


def gather(document: Document, stating: Stating) -> bool:
    """State the project of a manifest; False for a file that is none.

    Raises:
        Unreadable: for one that is not valid.
    """
    reader = _reader(document.path)
    if reader is None:
        return False
    project = reader(document.text)
    if project is not None:
        _state(project, stating)
    return True


def project_id(name: str, language: str) -> str:
    """The id of a project by its package's name; Python's names differ neither by case nor by signs between words."""
    if not _NAME.match(name):
        return ""
    return keyed_id(ThingKind.PROJECT, _SEPARATORS.sub("-", name) if language == "Python" else name)


def _reader(path: str) -> Callable[[str], _Project | None] | None:
    name = path.rpartition("/")[2].lower()
    if _REQUIREMENTS.match(name):
        return _of_requirements
    return {
        "package.json": _of_package_json, "pyproject.toml": _of_pyproject, "cargo.toml": _of_cargo, "go.mod": _of_go,
    }.get(name)  # fmt: skip


def _state(project: _Project, stating: Stating) -> None:
    found, language = stating.found, project.language
    source = project_id(project.name, language) if project.name else ""
    if source and found.name(source, project.name):
        found.describe(source, project.properties)
        words = f"{'module' if language == 'Go' else 'name:'} {project.name}"
        stating.describe(source, project.line, words)
        id = thing_id(ThingKind.LANGUAGE, language)
        _state_of(stating, source, "writtenIn", id, language, stating.spot(project.line, words))
    elif project.name:
        return
    frameworks = FRAMEWORKS.get("JavaScript" if language == "TypeScript" else language, {})
    for one in project.dependencies[:_MOST]:
        spot = stating.spot(one.line, one.words)
        target = project_id(one.name, language)
        if target and found.name(target, one.name):
            found.state(source or DOCUMENT, "dependsOn", target, spot, apart=one.field)
        if framework := frameworks.get(one.name.lower()):
            id = thing_id(ThingKind.FRAMEWORK, framework)
            _state_of(stating, source, "usesFramework", id, framework, spot)


def _state_of(stating: Stating, source: str, relation: str, id: str, label: str, spot: Spot) -> None:
    if stating.found.name(id, label):
        stating.found.state(source or DOCUMENT, relation, id, spot)


def _properties(value: Value, names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((name, text) for name in names if (text := value.text_of(name)))


def _of_package_json(text: str) -> _Project | None:
    top = read_json(text, "package.json")
    dependencies = [
        one
        for field in ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
        for one in _table(field, top.field(field))
    ]
    is_typed = any(one.name == "typescript" for one in dependencies) or bool(top.text_of("types"))
    properties = _properties(top, ("version", "description", "license", "homepage", "type"))
    repository = top.text_of("repository") or top.text_of("repository", "url")
    if repository:
        properties += (("repository", repository),)
    language = "TypeScript" if is_typed else "JavaScript"
    return _Project(top.text_of("name"), top.field("name").line, language, properties, dependencies)


def _table(field: str, value: Value) -> Iterator[Dependency]:
    """A table of names with versions."""
    for name, one in (value.fields or {}).items():
        version = one.text if one.is_scalar else one.text_of("version")
        yield Dependency(field, name, one.line, f"{field}: {name} {version}".rstrip())


def _of_pyproject(text: str) -> _Project | None:
    top = read_toml(text)
    project = top.field("project")
    poetry = top.field("tool", "poetry")
    base = project if project.fields else poetry
    lines = text.split("\n")
    found = list(_requirements("dependencies", project.field("dependencies"), lines))
    for name, group in (project.field("optional-dependencies").fields or {}).items():
        found += _requirements(f"optional-dependencies.{name}", group, lines)
    for name, group in (top.field("dependency-groups").fields or {}).items():
        found += _requirements(f"dependency-groups.{name}", group, lines)
    for field in ("dependencies", "dev-dependencies"):
        found += [one for one in _table(field, poetry.field(field)) if one.name.lower() != "python"]
    for name, group in (poetry.field("group").fields or {}).items():
        found += _table(f"group.{name}.dependencies", group.field("dependencies"))
    if not base.fields and not found:
        return None
    properties = _properties(base, ("version", "description", "license", "requires-python"))
    if licence := base.text_of("license", "text"):
        properties += (("license", licence),)
    return _Project(base.text_of("name"), base.field("name").line, "Python", properties, found)


def _requirements(field: str, value: Value, lines: Sequence[str]) -> Iterator[Dependency]:
    """A list of Python's requirements; each stands at the line of the list or soon after the one before it."""
    at = value.line
    for one in value.items or ():
        match = _REQUIREMENT.match(one.text)
        if match is not None:
            at = next((line for line in range(at, min(at + 20, len(lines) + 1)) if match[1] in lines[line - 1]), at)
            yield Dependency(field, match[1], at, f"{field}: {' '.join(one.text.split())}")


def _of_requirements(text: str) -> _Project | None:
    found: list[Dependency] = []
    for number, line in enumerate(text.split("\n"), 1):
        match = _REQUIREMENT.match(line.rstrip())
        if match is not None:
            found.append(Dependency("requirements", match[1], number, line))
        elif line.strip() and not _OTHER_LINE.match(line):
            return None  # prose that is called so
    return _Project("", 1, "Python", (), found) if found else None


def _of_cargo(text: str) -> _Project | None:
    top = read_toml(text)
    package = top.field("package")
    tables = [("", top), *((f"target.{name}.", one) for name, one in (top.field("target").fields or {}).items())]
    tables.append(("workspace.", top.field("workspace")))
    found: list[Dependency] = []
    for above, table in tables:
        for field in ("dependencies", "dev-dependencies", "build-dependencies"):
            for name, one in (table.field(field).fields or {}).items():
                real = one.text_of("package") or name
                version = one.text if one.is_scalar else one.text_of("version")
                words = f"{above}{field}: {name} {version}".rstrip()
                found.append(Dependency(f"{above}{field}", real, one.line, words))
    if not package.fields and not found:
        return None
    properties = _properties(package, ("version", "description", "license", "repository", "edition"))
    return _Project(package.text_of("name"), package.field("name").line, "Rust", properties, found)


def _of_go(text: str) -> _Project | None:
    name, at, version, block = "", 0, "", ""
    found: list[Dependency] = []
    for number, line in enumerate(text.split("\n"), 1):
        line, _, remark = line.partition("//")
        match line.split():
            case ["module", module] if not name:
                name, at = module.strip('"'), number
            case ["go", said]:
                version = said
            case [verb, "("]:
                block = verb
            case [")"]:
                block = ""
            case ["require", _, _] | [_, _] if (block == "require") != line.lstrip().startswith("require "):
                match = _GO_LINE.match(line)
                if match is not None:
                    field = "require (indirect)" if "indirect" in remark else "require"
                    found.append(Dependency(field, match[1], number, f"{field}: {match[1]} {match[2]}"))
            case _:
                pass
    return _Project(name, at, "Go", (("go", version),) if version else (), found) if name else None
