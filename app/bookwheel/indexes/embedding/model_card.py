"""What is known of a model beside its weights: prompts, languages, and one hash over what defines it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

DEFINING = {".safetensors", ".bin", ".json", ".txt", ".model"}
"""What a model is made of; a changed note or licence beside it changes no vector."""
BGE_QUERY = "Represent this sentence for searching relevant passages: "
PREFIXES = (
    (re.compile(r"(?:^|[/_-])e5-(?:small|base|large)(?!.*instruct)", re.IGNORECASE), "query: ", "passage: "),
    (re.compile(r"(?:^|/)bge-(?:small|base|large)-en", re.IGNORECASE), BGE_QUERY, ""),
)
"""The rules of models that are trained with prefixes and do not say so in their files."""


def prompts_of(name: str, prompts: Mapping[str, object]) -> tuple[str, str]:
    """What stands before a query and before a passage: as the model's files say, else as is known of it."""
    query = str(prompts.get("query") or "")
    passage = str(prompts.get("document") or prompts.get("passage") or "")
    if query or passage:
        return query, passage
    return next(((query, passage) for pattern, query, passage in PREFIXES if pattern.search(name)), ("", ""))


def languages_of(folder: Path | None) -> tuple[str, ...]:
    """The languages that a model's card names, as ISO codes; none when it names none or says that there are many."""
    try:
        card = (folder / "README.md").read_text("utf-8", "replace") if folder else ""
    except OSError:
        return ()
    header = re.match(r"---\r?\n(.*?)\n---", card, re.DOTALL)
    named = re.search(r"^language:(.*(?:\n[ ]*-.*)*)", header[1], re.MULTILINE) if header else None
    words = re.findall(r"\w[\w-]*", named[1]) if named else []
    return tuple(words) if all(re.fullmatch(r"[a-z]{2,3}", word) for word in words) else ()


def hash_of(folder: Path | None) -> str:
    """One over the files in a folder that define a model."""
    paths = folder.rglob("*") if folder else ()
    return hash_files(path for path in sorted(paths) if path.suffix in DEFINING and path.is_file())


def hash_files(paths: Iterable[Path]) -> str:
    """One over the contents and names of files, in their order."""
    found = hashlib.sha256()
    for path in paths:
        found.update(bytes.fromhex(file_hash(path)))
        found.update(path.name.encode("utf-8", "surrogateescape"))
    return found.hexdigest()


def file_hash(path: Path) -> str:
    """The SHA-256 of a file, hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
