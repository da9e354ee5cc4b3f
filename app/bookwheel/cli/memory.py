"""The verb `memory`: what agents keep, listed, edited, forgotten and written for other programs."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from bookwheel import wire
from bookwheel.cli import export as exporting
from bookwheel.cli.output import Output, clean, counted, shortened
from bookwheel.client.connection import Client
from bookwheel.domain.annotations.memory import (
    ForgetRequest,
    MemoriesRequest,
    Memory,
    MemoryChange,
    MemoryExportRequest,
    MemoryType,
)
from bookwheel.domain.errors import BadRequest

FORMATS = ("jsonl", "markdown")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to do, with which memories."""
    actions = parser.add_subparsers(dest="action", metavar="list|edit|forget|export", required=True)
    shown = actions.add_parser("list", help="list memories, newest first, or those that match a query")
    shown.add_argument("query", metavar="QUERY", nargs="*", help="search terms (default: all memories)")
    shown.add_argument("--limit", metavar="N", type=int, default=50, help="maximum number of memories, 1 to 500")
    shown.add_argument("--cursor", metavar="C", default="", help="cursor of the previous list, for the next memories")
    edit = actions.add_parser("edit", help="change a memory")
    edit.add_argument("id", metavar="ID", help="id of a memory, as shown by list")
    edit.add_argument("--content", metavar="TEXT", help="new content; - reads standard input")
    edit.add_argument("--type", choices=[type.value for type in MemoryType], help="new type")
    edit.add_argument("--tag", metavar="T", action="append", help="new tag; repeat for more")
    forget = actions.add_parser("forget", help="forget the memories that match all options")
    forget.add_argument("id", metavar="ID", nargs="*", help="id of a memory, as shown by list")
    forget.add_argument("--before", metavar="DATE", default="", help="only memories older than this ISO date")
    forget.add_argument("--summary", metavar="TEXT", default="", help="save one summary in place of them all")
    export = actions.add_parser("export", help="export memories")
    exporting.export_arguments(export, FORMATS)
    for each in (shown, forget, export):
        each.add_argument("--client", metavar="NAME", default="", help="only memories of this agent")
        each.add_argument("--session", metavar="S", help="only memories of this session")
    for each in (shown, edit, forget, export):
        each.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")


def run(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Do it; 1 when there was nothing to do it with."""
    return {"list": _list, "edit": _edit, "forget": _forget, "export": _export}[args.action](client, args, output)


def _list(client: Client, args: argparse.Namespace, output: Output) -> int:
    request = MemoriesRequest(
        " ".join(args.query), args.client, session=args.session, limit=args.limit, cursor=args.cursor
    )
    answer = client.memories(request)
    if output.is_json:
        output.json(wire.compact(answer))
        return 0 if answer.memories else 1
    for memory in answer.memories:
        _show(memory, output)
    for notice in answer.notices:
        output.line(output.styled(clean(notice), "yellow"))
    if not answer.memories:
        output.line("No matching memories." if request != MemoriesRequest() else "No memories yet.")
    elif answer.total > len(answer.memories):
        output.line(
            output.styled(f"{len(answer.memories)} of {counted(answer.total, 'memory')}; --limit shows more.", "dim")
        )
    return 0 if answer.memories else 1


def _show(memory: Memory, output: Output) -> None:
    where = " ".join(part for part in (memory.client, memory.session) if part)
    score = f"  {memory.score:.2f}" if memory.score else ""
    when = memory.created_at[:16].replace("T", " ")
    output.line(f"{output.styled(memory.id, 'cyan')}  {when}  {clean(where)}  {memory.type.value}{score}")
    text = " ".join(clean(memory.content).split())
    output.line(f"    {shortened(text, output.width - 4)}")
    if memory.tags:
        tags = " ".join(f"#{clean(tag)}" for tag in memory.tags)
        output.line(f"    {output.styled(tags, 'dim')}")


def _edit(client: Client, args: argparse.Namespace, output: Output) -> int:
    if args.content is None and args.type is None and args.tag is None:
        raise BadRequest("Name what to change.", next="--content, --type or --tag")
    content = sys.stdin.read() if args.content == "-" else args.content
    kind = MemoryType(args.type) if args.type else None
    tags = None if args.tag is None else tuple(args.tag)
    memory = client.change_memory(MemoryChange(args.id, content, kind, tags))
    if output.is_json:
        output.json(wire.compact(memory))
    else:
        _show(memory, output)
    return 0


def _forget(client: Client, args: argparse.Namespace, output: Output) -> int:
    request = ForgetRequest(tuple(args.id), args.client, session=args.session, before=args.before, summary=args.summary)
    if request == ForgetRequest(summary=args.summary):
        raise BadRequest("Name what to forget.", next="an id, --client, --session or --before")
    answer = client.forget_memories(request)
    if output.is_json:
        output.json(wire.compact(answer))
    else:
        count = counted(answer.forgotten, "memory")
        output.line(f"Forgot {count}." if answer.summary is None else f"{answer.summary.id} replaces {count}.")
    return 0 if answer.forgotten else 1


def _export(client: Client, args: argparse.Namespace, output: Output) -> int:
    request = MemoryExportRequest(args.client, args.session, args.format)

    others = {"link": 0}

    def part(cursor: str) -> tuple[str, str, int]:
        answer = client.export_memories(replace(request, cursor=cursor))
        others["link"] += answer.links
        return answer.content, answer.cursor, answer.memories

    return exporting.export(part, args, output, "memory", mode=0o600, others=others)
