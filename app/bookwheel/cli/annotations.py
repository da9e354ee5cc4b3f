"""The verb `annotations`: bookmarks, highlights and notes, listed, added, removed and written as Markdown."""

from __future__ import annotations

import argparse
from dataclasses import replace

from bookwheel import wire
from bookwheel.cli import export as exporting
from bookwheel.cli.output import Output, clean, counted, named_place, shortened
from bookwheel.client.connection import Client
from bookwheel.domain.annotations.annotation import (
    MOST_LISTED,
    AnnotateRequest,
    AnnotationEntry,
    AnnotationExportRequest,
    AnnotationKind,
    AnnotationRemoval,
    AnnotationsRequest,
    Colour,
)

_KINDS = tuple(kind.value for kind in AnnotationKind)
_COLOURS = tuple(colour.value for colour in Colour)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to do, with which annotations."""
    actions = parser.add_subparsers(dest="action", metavar="list|add|remove|export", required=True)
    shown = actions.add_parser("list", help="list annotations, newest first, or those that hold all words")
    shown.add_argument("words", metavar="WORD", nargs="*", help="words of the passage, the note or the title")
    shown.add_argument("--limit", metavar="N", type=int, default=50, help=f"maximum number, 1 to {MOST_LISTED:,}")
    add = actions.add_parser("add", help="bookmark a section or document, or highlight words in it")
    add.add_argument("section", metavar="SECTION", help="id of a section or document")
    add.add_argument("--quote", metavar="TEXT", default="", help="words to highlight, as they are read")
    add.add_argument("--note", metavar="TEXT", default="", help="a note beside it")
    add.add_argument("--colour", choices=_COLOURS, help="colour of the highlight (default: yellow)")
    remove = actions.add_parser("remove", help="remove annotations")
    remove.add_argument("id", metavar="ID", nargs="+", help="id of an annotation, as shown by list")
    export = actions.add_parser("export", help="write annotations as Markdown with citations")
    export.add_argument("file", metavar="FILE", nargs="?", default="-", help="file to write (default: standard output)")
    export.set_defaults(format="markdown", words=[])
    for one in (shown, export):
        one.add_argument("--document", metavar="DOC", default="", help="only annotations of this document")
        one.add_argument("--kind", choices=_KINDS, help="only this kind; note: everything that has a note")
        one.add_argument("--colour", choices=_COLOURS, help="only this colour")
    for one in (shown, add, remove, export):
        one.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")


def run(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Do it; 1 when there was nothing to do it with."""
    return {"list": _list, "add": _add, "remove": _remove, "export": _export}[args.action](client, args, output)


def _list(client: Client, args: argparse.Namespace, output: Output) -> int:
    request = AnnotationsRequest(args.document, _kind(args), _colour(args), " ".join(args.words), args.limit)
    answer = client.annotations(request)
    if output.is_json:
        output.json({"annotations": [], **wire.compact(answer)})
        return 0 if answer.annotations else 1
    for entry in answer.annotations:
        _show(entry, output)
    if not answer.annotations:
        is_whole = request == AnnotationsRequest(limit=args.limit)
        output.line("No annotations yet." if is_whole else "No matching annotations.")
    elif answer.total > len(answer.annotations):
        count = f"{len(answer.annotations)} of {counted(answer.total, 'annotation')}"
        output.line(output.styled(f"{count}; --limit shows more.", "dim"))
    return 0 if answer.annotations else 1


def _add(client: Client, args: argparse.Namespace, output: Output) -> int:
    kind = AnnotationKind.NOTE if args.note else AnnotationKind.BOOKMARK
    kind = AnnotationKind.HIGHLIGHT if args.quote else kind
    entry = client.annotate(AnnotateRequest(args.section, kind, args.quote, "", "", _colour(args), args.note))
    if output.is_json:
        output.json(wire.compact(entry))
    else:
        _show(entry, output)
    return 0


def _remove(client: Client, args: argparse.Namespace, output: Output) -> int:
    answer = client.remove_annotations(AnnotationRemoval(tuple(args.id)))
    if output.is_json:
        output.json(wire.compact(answer))
    else:
        output.line(f"Removed {counted(len(answer.removed), 'annotation')}.")
    return 0 if answer.removed else 1


def _export(client: Client, args: argparse.Namespace, output: Output) -> int:
    request = AnnotationExportRequest(args.document, _kind(args), _colour(args))

    def part(cursor: str) -> tuple[str, str, int]:
        answer = client.export_annotations(replace(request, cursor=cursor))
        return answer.content, answer.cursor, answer.annotations

    return exporting.export(part, args, output, "annotation", mode=0o600)


def _show(entry: AnnotationEntry, output: Output) -> None:
    annotation = entry.annotation
    kind = annotation.kind.value + (f" {annotation.colour.value}" if annotation.colour else "")
    place = "lost" if entry.is_lost else named_place(entry.lines, entry.place)
    where = clean(entry.section or annotation.section)
    output.line(f"{output.styled(annotation.id, 'cyan')}  {kind}  {where}  {output.styled(place, 'dim')}")
    for text in (f"“{annotation.quote}”" if annotation.quote else "", annotation.note):
        if text:
            output.line(f"    {shortened(' '.join(clean(text).split()), output.width - 4)}")


def _kind(args: argparse.Namespace) -> AnnotationKind | None:
    return AnnotationKind(args.kind) if args.kind else None


def _colour(args: argparse.Namespace) -> Colour | None:
    return Colour(args.colour) if args.colour else None
