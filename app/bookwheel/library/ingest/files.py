"""What the files of a mirror hold: a document below its front matter, and lines of entities."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
import yaml

from bookwheel.domain.ingest import EntityRelation, IngestDocument, IngestEntity
from bookwheel.indexes.items import OriginRow

DATASOURCE, INGESTOR = "datasource", "ingestor"
"""Types of the entities that stand for datasources and for the programs that bring them."""

ORIGINS = "datasources"
"""The name of the file that states them, without its ending."""

_Dumper: type[Any] = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]+")
_NO_KEY = re.compile(r"[^\w@.:/+#-]+")
_OWN = frozenset(("title", "url", "tags", "language", "modified", "fresh_until", "item_id", "datasource_id"))
_LONGEST_KEY = 100


def key_of(*parts: str) -> str:
    """A name as a key that front matter may hold: letters and digits of any script, and few signs."""
    return _NO_KEY.sub("-", "".join(parts)).strip("-")[:_LONGEST_KEY]


def ingestor_key(name: str, version: str, instance: str) -> str:
    """The key of an ingestor, such as `jira-sync@1.2/host-a`; empty for one without a name."""
    return key_of(name, f"@{version}" if version else "", f"/{instance}" if instance else "") if name else ""


def document_file(document: IngestDocument, datasource: str, ingestor: str) -> bytes:
    """A document's file: front matter, and the text as it came."""
    own: dict[str, object] = {
        "title": _line(document.title), "url": document.url, "tags": [_line(tag) for tag in document.tags],
        "language": _line(document.language), "modified": document.modified, "fresh_until": document.fresh_until,
        "item_id": document.id, "datasource_id": key_of(datasource), "ingestor_id": ingestor,
    }  # fmt: skip
    head = {name: value for name, value in own.items() if value}
    for name, value in (document.metadata or {}).items():
        if name.strip().lower() not in _OWN and value not in (None, "", ()):
            head[_line(name)] = [_plain(one) for one in value] if isinstance(value, tuple) else _plain(value)
    written = yaml.dump(
        head, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=10_000, default_flow_style=None
    )
    return f"---\n{written}---\n\n{document.text}\n".encode("utf-8", "replace")


def entity_line(entity: IngestEntity, datasource: str, ingestor: str) -> bytes:
    """An entity's line in its file, without its end."""
    shown = {name: value for name, value in msgspec.to_builtins(entity).items() if value not in ("", None, [], (), {})}
    shown.pop("kind", None)
    return msgspec.json.encode({"entity": shown, "datasource": key_of(datasource), "ingestor": ingestor})


def entity_file(lines: Sequence[bytes]) -> bytes:
    """A file of entities."""
    return b"\n".join(lines) + b"\n"


def origins_file(origins: Sequence[OriginRow]) -> bytes:
    """The file that states the datasources of a collection, and the programs that bring them."""
    lines: list[bytes] = []
    for origin in origins:
        datasource = key_of(origin.datasource)
        if not origin.key:
            entity = IngestEntity(DATASOURCE, datasource, labels=(origin.datasource,))
        else:
            values = {"name": origin.name, "version": origin.version, "instance": origin.instance}
            properties: dict[str, object] = {name: value for name, value in values.items() if value}
            relations = (EntityRelation(DATASOURCE, datasource, "dependsOn"),)
            entity = IngestEntity(
                INGESTOR, origin.key, labels=(origin.label,), properties=properties, relations=relations
            )
        lines.append(entity_line(entity, "", ""))
    return entity_file(lines)


def _line(text: str) -> str:
    return _CONTROL.sub(" ", text).strip()


def _plain(value: str | int | float | bool | None) -> str | int | float | bool | None:
    return _line(value) if isinstance(value, str) else value
