"""The verb `mapping`: what a folder's mapping rules make of its data files."""

from __future__ import annotations

import argparse
from pathlib import Path

from bookwheel.cli.output import Output, clean, counted, shortened
from bookwheel.client.connection import Client
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.mapping_rules import (
    LARGEST_MAPPING_BYTES,
    MAPPING_FILE,
    MappingAnswer,
    MappingRequest,
    RulePreview,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which folder, and rules that are not in place yet."""
    parser.add_argument("place", metavar="COLLECTION|FOLDER", help="a collection, or a folder with or without rules")
    parser.add_argument(
        "--rules", metavar="FILE", default="", help=f"try the rules of this file instead of the folder's {MAPPING_FILE}"
    )


def run(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Show the preview; 1 when there are no rules, or something is wrong with them."""
    folder = Path(args.place).expanduser().absolute()
    place = str(folder) if folder.is_dir() else args.place
    answer = client.preview_mapping(MappingRequest(place, _draft(args.rules) if args.rules else ""))
    if output.is_json:
        output.json(answer)
    else:
        _show(answer, bool(args.rules), output)
    return 1 if answer.fault or answer.faults or not answer.rules else 0


def _draft(path: str) -> str:
    try:
        with Path(path).expanduser().open("rb") as file:
            content = file.read(LARGEST_MAPPING_BYTES + 1)
        text = content.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise BadRequest("The file {file} cannot be read: {reason}.", file=path, reason=reason) from error
    if not text.strip():
        raise BadRequest("The file {file} has no rules.", file=path)
    return text


def _show(answer: MappingAnswer, is_draft: bool, output: Output) -> None:
    if answer.fault:
        output.line(output.styled(clean(answer.fault), "red"))
    elif not (answer.has_file or is_draft):
        output.line(f"There is no {clean(answer.file)}. What data files hold is guessed; rules in this file say it.")
    for fault in answer.faults:
        where = f"Line {fault.line}: " if fault.line else ""
        output.line(output.styled(f"{where}{clean(fault.reason)}", "red"))
    for number, rule in enumerate(answer.rules, 1):
        _show_rule(number, rule, output)
    if answer.is_cut:
        output.line(output.styled("There are more files; only the first ones were looked at.", "yellow"))


def _show_rule(number: int, rule: RulePreview, output: Output) -> None:
    patterns = clean(shortened(", ".join(rule.patterns), 60))
    made = ", ".join(f"{one.count:,} × {clean(one.type)}" for one in rule.types) or "nothing"
    title = f"Rule {number} (line {rule.line}, {patterns})"
    output.line(f"{output.styled(title, 'bold')} makes {made} from {counted(rule.files, 'file')}.")
    for one in rule.types:
        for example in one.examples:
            key = f" ({clean(example.key)})" if example.key and example.key != example.label else ""
            where = output.styled(f"{clean(example.path)}:{example.line}", "cyan")
            output.line(f"    {clean(one.type)} {clean(shortened(example.label, 60))}{key}  {where}")
    if rule.relations:
        output.line(f"    {counted(rule.relations, 'relation')} to other things")
    if rule.unkeyed:
        output.line(output.styled(f"    {counted(rule.unkeyed, 'record')} without a key: left out", "yellow"))
    if rule.left_out:
        output.line(
            output.styled(f"    {counted(rule.left_out, 'record')} over the limit for one file: left out", "yellow")
        )
    if rule.unread:
        files = f"{counted(len(rule.unread), 'file')} cannot be read as data: {clean(', '.join(rule.unread[:3]))}"
        output.line(output.styled(f"    {files}", "yellow"))
    if rule.formats_off:
        names = ", ".join(rule.formats_off)
        output.line(output.styled(f"    not read in this collection: {names}. Turn on with --format NAME=on", "yellow"))
    if not rule.files:
        output.line(output.styled("    No data file matches this pattern.", "yellow"))
