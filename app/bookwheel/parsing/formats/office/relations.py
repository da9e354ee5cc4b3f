"""How the parts of Microsoft's formats refer to each other."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.formats.xml_tree import Element, name_of, parse_xml
from bookwheel.parsing.formats.zip_parts import Parts


@dataclass(frozen=True, slots=True)
class Relation:
    """What a part refers to: its type's last word, and a part's name, or an address outside the file."""

    kind: str = ""
    target: str = ""
    is_outside: bool = False


def relations_of(parts: Parts, name: str) -> dict[str, Relation]:
    """The relations of a part by their ids; those of the file itself for an empty name."""
    folder, _, own = name.rpartition("/")
    place = posixpath.join(folder, "_rels", f"{own}.rels") if name else "_rels/.rels"
    root = part_tree(parts, place)
    found: dict[str, Relation] = {}
    for element in () if root is None else root:
        if name_of(element) != "Relationship":
            continue
        target, is_outside = element.get("Target", ""), element.get("TargetMode", "") == "External"
        if not is_outside:
            target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
        kind = element.get("Type", "").rpartition("/")[2]
        found[element.get("Id", "")] = Relation(kind, target, is_outside)
    return found


def related(relations: dict[str, Relation], kind: str) -> str:
    """The first target of a type; empty where there is none."""
    return next((relation.target for relation in relations.values() if relation.kind == kind), "")


def part_tree(parts: Parts, name: str) -> Element | None:
    """A part's XML; None where it is missing or unusable."""
    try:
        return parse_xml(parts.read(name)) if name in parts else None
    except SkippedFile:
        return None
