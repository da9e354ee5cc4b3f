"""What git knows of a document as RDF statements, in its graph: they go with the document.

Relations lead from the document to people and commits, and on from there, so that who sees the document sees them, and
nothing is left of a commit that changed no other one.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bookwheel.domain.history import FileCommit, FileHistory, say_changes
from bookwheel.indexes.ontology.iris import LINK, doc_iri
from bookwheel.indexes.ontology.triples import Concepts, Described, folded, quoted

_encode = msgspec.json.Encoder().encode


def history_statements(document: Described, concepts: Concepts) -> str:
    """The statements of a document's history; those of its commits, people and branches go to `concepts`."""
    if document.history is None:
        return ""
    me = doc_iri(document.doc)
    return "".join((*_commits(document.history, me, concepts), *_counted(document, document.history, me, concepts)))


def _commits(history: FileHistory, me: str, concepts: Concepts) -> Iterator[str]:
    """The newest commits, who made them, and where they are."""
    repository = concepts.described(
        f"repository:{history.repository}", f"b:Repository;r:label {quoted(history.repository_name)}"
    )
    for commit in history.commits:
        iri = _commit(commit, concepts)
        tags = "".join(f";b:alias {quoted(tag)}" for tag in commit.tags)
        yield f"<{me}> b:changedIn <{iri}>.\n"
        if folded(commit.by):
            author = concepts.person(commit.by)
            yield f"<{iri}> b:authoredBy <{author}>{tags}.\n<{author}> r:label {quoted(commit.by)}.\n"
        elif tags:
            yield f"<{iri}> {tags[1:]}.\n"
        for name in dict.fromkeys((history.branch, *commit.branches)):
            if name:
                branch = concepts.described(f"branch:{history.repository}/{name}", f"b:Branch;r:label {quoted(name)}")
                yield f"<{iri}> b:committedTo <{branch}>.\n<{branch}> b:belongsTo <{repository}>.\n"


def _commit(commit: FileCommit, concepts: Concepts) -> str:
    at = f";b:committedAt {quoted(commit.at)}^^x:dateTime" if commit.at else ""
    return concepts.described(
        f"commit:{commit.hash}", f"b:Commit;r:label {quoted(commit.title or commit.hash[:10])}{at}"
    )


def _counted(document: Described, history: FileHistory, me: str, concepts: Concepts) -> Iterator[str]:
    """Who changed the document and what changed with it, each with how often."""
    name = LINK + me.removeprefix("urn:bookwheel:doc:")
    for number, one in enumerate(history.contributors):
        if not folded(one.name):
            continue
        person = concepts.person(one.name)
        hashed = f";b:addressHash {quoted(one.address)}" if one.address else ""
        aliases = "".join(f";b:alias {quoted(other)}" for other in one.names)
        yield f"<{person}> r:label {quoted(one.name)}{hashed}{aliases}.\n"
        yield _link(f"{name}#H{number}", (me, "modifiedBy", person), one.count, say_changes(history, one))
    for number, (path, count) in enumerate(history.together):
        other = doc_iri(f"{document.collection}/{path}")
        yield _link(f"{name}#T{number}", (me, "changedWith", other), count, f"changed together {count} times")


def _link(name: str, said: tuple[str, str, str], count: int, words: str) -> str:
    source, relation, target = said
    return (
        f"<{source}> b:{relation} <{target}>.\n<{name}> a b:Link;b:from <{source}>;b:relation b:{relation}"
        f";b:to <{target}>;b:wording {quoted(words)};b:count {count}.\n"
    )
