"""The actions of the verb team for operators: grant a collection to a group, revoke it, and list all grants."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Protocol

from bookwheel.cli.output import Output, clean, counted
from bookwheel.domain.errors import NotAllowed
from bookwheel.domain.messages import Message
from bookwheel.domain.team import Grant

ACTIONS = frozenset(("grant", "revoke", "grants"))


class GrantChanges(Protocol):
    """What changes grants in a team's database."""

    def close(self) -> None:
        """Close the connection."""
        ...

    def grant(self, collection: str, group: str, scope: str) -> bool:
        """Let a group see a collection; whether that changed anything."""
        ...

    def revoke(self, collection: str, group: str) -> None:
        """Let a group see a collection no more; raises NotFound where there is no such grant."""
        ...

    def find_all(self) -> Sequence[tuple[Grant, Message]]:
        """All grants, each with what keeps it from showing anything."""
        ...


OpenChanges = Callable[[Path], GrantChanges]
"""Opens the grants of the team that a configuration's file describes."""


def no_changes(file: Path) -> GrantChanges:
    """Refuse to open grants, for programs that run verbs without a service's side.

    Raises:
        NotAllowed: always.
    """
    raise NotAllowed("Grants cannot be changed from here. Use the command bookwheel.")


def add_actions(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> Sequence[argparse.ArgumentParser]:  # pyright: ignore[reportPrivateUsage]
    """Add the actions, which only operators of a team's reader need."""
    grant = actions.add_parser("grant", help="operators: let a group see a collection")
    revoke = actions.add_parser("revoke", help="operators: let a group see a collection no more")
    for one in (grant, revoke):
        one.add_argument("collection", metavar="COLLECTION", help="name of the collection in the configuration")
        one.add_argument("--group", metavar="G", required=True, help="name of the group, as the provider writes it")
    grant.add_argument(
        "--scope", metavar="FILTER", default="", help="show a part alone, such as 'path:guide/ -tag:draft'"
    )
    listed = actions.add_parser("grants", help="operators: list which group sees what")
    for one in (grant, revoke, listed):
        one.add_argument("--config", metavar="CONFIG", required=True, help="the configuration of the team's reader")
    return grant, revoke, listed


def run(args: argparse.Namespace, output: Output, open_changes: OpenChanges) -> int:
    """Do it; 1 when there are no grants to list."""
    with closing(open_changes(Path(args.config))) as changes:
        match args.action:
            case "grant":
                return _grant(changes, args, output)
            case "revoke":
                changes.revoke(args.collection, args.group)
                if output.is_json:
                    output.json({"collection": args.collection, "group": args.group})
                else:
                    output.line(f"{clean(args.group)} no longer sees {clean(args.collection)}.")
                return 0
            case _:
                return _list(changes, output)


def _grant(changes: GrantChanges, args: argparse.Namespace, output: Output) -> int:
    is_changed = changes.grant(args.collection, args.group, args.scope)
    if output.is_json:
        shown = {"collection": args.collection, "group": args.group, "scope": args.scope}
        output.json({**shown, "is_changed": is_changed})
        return 0
    part = f" by {clean(args.scope)}" if args.scope.strip() else ""
    already = "" if is_changed else " already"
    output.line(f"{clean(args.group)} sees {clean(args.collection)}{part}{already}.")
    return 0


def _list(changes: GrantChanges, output: Output) -> int:
    grants = changes.find_all()
    if output.is_json:
        output.json([
            {
                "collection": grant.collection,
                "group": grant.group,
                "scope": grant.scope,
                "granted_by": grant.granted_by,
                "granted_at": grant.granted_at.isoformat(timespec="seconds") if grant.granted_at else "",
                "problem": str(problem),
            }
            for grant, problem in grants
        ])  # fmt: skip
        return 0 if grants else 1
    if not grants:
        output.line("Nothing is granted. Grant: bookwheel team grant COLLECTION --group G --config CONFIG")
        return 1
    output.table([_row(grant, output) for grant, _ in grants])
    for grant, problem in grants:
        if problem:
            what = f"{clean(grant.collection)} to {clean(grant.group)}: {clean(problem)}"
            output.line(output.styled(what, "yellow"))
    output.line(counted(len(grants), "grant"))
    return 0


def _row(grant: Grant, output: Output) -> tuple[str, ...]:
    at = grant.granted_at.strftime("%Y-%m-%d %H:%M") if grant.granted_at else ""
    who = f"{at} {grant.granted_by}".strip()
    texts = (grant.collection, grant.group, grant.scope, who)
    collection, group, scope, by = (clean(text).replace("\n", " ").replace("\t", " ") for text in texts)
    return (output.styled(collection, "cyan"), group, scope, output.styled(by, "dim"))
