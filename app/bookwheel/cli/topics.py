"""The verb `topics`: what the documents are about, and how a person arranges it."""

from __future__ import annotations

import argparse

from bookwheel import wire
from bookwheel.cli.output import Output, clean, counted, shortened
from bookwheel.client.connection import Client
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.topic_proposals import ProposalDecision, ProposalsRequest
from bookwheel.domain.topics import TopicAction, TopicEdit, TopicEntry, TopicsAnswer, TopicsRequest

_ABOUT = (
    "a topic by its name or id, to show it with its documents; or a change: rename TOPIC NAME, merge TOPIC INTO, "
    "split, pin, unpin, hide or show TOPIC, move DOC TOPIC, renew [COLLECTION] (make the topics again, except for your "
    "changes), undo [COLLECTION] (undo the last change), accept or refuse ID... (what agents propose)"
)
_DECISIONS = ("accept", "refuse")
_WITHOUT_TOPIC = (TopicAction.RENEW, TopicAction.UNDO)
_WITH_TWO = (TopicAction.RENAME, TopicAction.MERGE, TopicAction.MOVE)
_TERMS = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which topic, or what to change."""
    parser.add_argument("words", metavar="TOPIC", nargs="*", help=_ABOUT)
    parser.add_argument("--collection", metavar="C", default="", help="only this collection")
    parser.add_argument("--hidden", action="store_true", help="also list hidden topics")
    parser.add_argument("--proposals", action="store_true", help="list the topics that agents propose for documents")
    parser.add_argument("--limit", metavar="N", type=int, default=50, help="maximum number of documents, 1 to 1,000")


def run(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Do it; 1 when there is nothing to list."""
    words: list[str] = args.words
    if args.proposals:
        return _list_proposals(client, words, args.limit, output)
    if len(words) > 1 and words[0] in _DECISIONS:
        return _decide(client, words[1:], output, is_accepted=words[0] == _DECISIONS[0])
    actions = [action.value for action in TopicAction]
    if words and words[0] in actions and (len(words) > 1 or words[0] in _WITHOUT_TOPIC):
        return _edit(client, TopicAction(words[0]), words[1:], args.collection, output)
    if len(words) > 1:
        raise BadRequest("Name one topic. Put its name in quotation marks if it has several words.")
    request = TopicsRequest(args.collection, words[0] if words else "", args.hidden, limit=args.limit)
    answer = client.topics(request)
    if output.is_json:
        output.json({"topics": [], **wire.compact(answer)})
    else:
        _show(answer, bool(words), output)
    return 0 if answer.topics else 1


def _edit(client: Client, action: TopicAction, words: list[str], collection: str, output: Output) -> int:
    wanted = 2 if action in _WITH_TWO else 1
    if action not in _WITHOUT_TOPIC and len(words) != wanted:
        raise BadRequest("topics {action} needs {count} words. Use quotation marks.", action=action.value, count=wanted)
    first, second = [*words, "", ""][:2]
    match action:
        case TopicAction.RENEW | TopicAction.UNDO:
            edit = TopicEdit(action, collection=first or collection)
        case TopicAction.RENAME:
            edit = TopicEdit(action, first, name=second)
        case TopicAction.MERGE:
            edit = TopicEdit(action, first, other=second)
        case TopicAction.MOVE:
            edit = TopicEdit(action, second, doc=first)
        case _:
            edit = TopicEdit(action, first)
    answer = client.edit_topics(edit)
    if output.is_json:
        output.json(wire.compact(answer))
    else:
        output.line(clean(answer.said))
    return 0


def _list_proposals(client: Client, words: list[str], limit: int, output: Output) -> int:
    """List what agents propose, for one document if it is named; 1 when that is nothing."""
    answer = client.topic_proposals(ProposalsRequest(words[0] if words else "", limit=limit))
    if output.is_json:
        output.json({"proposals": [], **wire.compact(answer)})
        return 0 if answer.proposals else 1
    for entry in answer.proposals:
        label = f"{clean(entry.label)}{'' if entry.topic else ' (new)'}"
        output.line(f"{output.styled(entry.proposal.id, 'bold')}  {output.styled(clean(entry.doc), 'cyan')}  {label}")
        now = f"now: {clean(entry.now)}; " if entry.now else ""
        note = f": {clean(shortened(entry.proposal.note, 200))}" if entry.proposal.note else ""
        output.line(
            output.styled(f"    {now}{clean(entry.proposal.agent)}, {entry.proposal.created_at[:10]}{note}", "dim")
        )
    if not answer.proposals:
        output.line("Agents propose no topics.")
    elif answer.total > len(answer.proposals):
        output.line(output.styled(f"{len(answer.proposals)} of {answer.total:,}; --limit shows more.", "dim"))
    return 0 if answer.proposals else 1


def _decide(client: Client, ids: list[str], output: Output, *, is_accepted: bool) -> int:
    answer = client.decide_topic_proposals(ProposalDecision(tuple(ids), is_accepted))
    if output.is_json:
        output.json(wire.compact(answer))
    else:
        output.line(clean(answer.said))
    return 0


def _show(answer: TopicsAnswer, is_one: bool, output: Output) -> None:
    collections = {entry.collection for entry in answer.topics}
    last = ""
    for entry in answer.topics:
        if len(collections) > 1 and entry.collection != last:
            last = entry.collection
            output.line(output.styled(clean(last), "dim"))
        _show_entry(entry, output)
    for doc, title in answer.documents:
        output.line(f"    {output.styled(clean(doc), 'cyan')}  {clean(shortened(title, 60))}")
    if is_one and answer.total > len(answer.documents):
        output.line(output.styled(f"{len(answer.documents)} of {answer.total:,}; --limit shows more.", "dim"))
    for notice in answer.notices:
        output.line(output.styled(clean(notice), "yellow"))
    if not answer.topics:
        output.line("No topics yet. They are made when a collection of some documents has been indexed.")


def _show_entry(entry: TopicEntry, output: Output) -> None:
    marks = [name for name, is_so in (("pinned", entry.is_pinned), ("hidden", entry.is_hidden)) if is_so]
    terms = ", ".join(term for term, _ in entry.terms[:_TERMS])
    name = f"{'    ' if entry.parent else ''}{output.styled(clean(entry.label), '' if entry.parent else 'bold')}"
    said = f"{counted(entry.documents, 'document')}{''.join(f', {mark}' for mark in marks)}"
    output.line(f"{name}  {output.styled(f'{said}: {clean(terms)}', 'dim')}")
    for one in entry.central:
        output.line(f"      {output.styled(clean(one.section), 'cyan')}:{one.line}")
        output.line(f"      {output.styled(shortened(clean(one.text), output.width - 8), 'dim')}")
