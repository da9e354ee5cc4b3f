"""The verb team: connect to teams' libraries, sign in, list them, and disconnect; for operators, grants."""

from __future__ import annotations

import argparse
import sys
import threading
from dataclasses import replace
from pathlib import Path

from bookwheel.cli import team_grants
from bookwheel.cli.output import Output, clean, counted
from bookwheel.cli.team_grants import OpenChanges
from bookwheel.client.teams import joining, sign_in
from bookwheel.client.teams.reader_connection import describe
from bookwheel.client.teams.teams import Team, Teams
from bookwheel.domain.collection import CollectionCard
from bookwheel.domain.errors import BookwheelError
from bookwheel.paths import LibraryPaths


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to do, with which team; without an action they are listed."""
    actions = parser.add_subparsers(dest="action", metavar="connect|list|sign-in|token|disconnect|grant|revoke|grants")
    connect = actions.add_parser("connect", help="connect to a team's library and sign in")
    connect.add_argument(
        "address", metavar="ADDRESS", help="where the team's library answers, such as docs.example.org"
    )
    connect.add_argument("--name", default="", help="name of the team here (default: as it calls itself)")
    connect.add_argument("--certificate", metavar="FILE", default="", help="certificates to trust besides the system's")
    shown = actions.add_parser("list", help="list your teams and what they show")
    again = actions.add_parser("sign-in", help="sign in to a team again")
    token = actions.add_parser("token", help="print an access token that is valid for some minutes, for programs")
    leave = actions.add_parser("disconnect", help="disconnect from a team and forget the sign-in")
    for one in (again, token, leave):
        one.add_argument("team", metavar="TEAM", help="name of the team")
    for one in (connect, shown, again, token, leave, *team_grants.add_actions(actions)):
        one.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")


def run(places: LibraryPaths, args: argparse.Namespace, output: Output, open_changes: OpenChanges) -> int:
    """Do it; 1 when there is nothing to list, or a sign-in was not confirmed."""
    if args.action in team_grants.ACTIONS:
        return team_grants.run(args, output, open_changes)
    teams = Teams(places)
    match args.action:
        case "connect":
            certificate = str(Path(args.certificate).expanduser().absolute()) if args.certificate else ""
            team = describe(args.address, certificate)
            team = replace(team, name=args.name.strip() or team.name)
            teams.refuse(team)
            return _sign_in(teams, team, output)
        case "sign-in":
            known = teams.find(args.team)
            return _sign_in(teams, replace(describe(known.address, known.certificate), name=known.name), output)
        case "token":
            return _token(teams, teams.find(args.team), output)
        case "disconnect":
            return _disconnect(teams, teams.find(args.team), output)
        case _:
            return _list(teams, output)


def _sign_in(teams: Teams, team: Team, output: Output) -> int:
    tokens = None
    if team.sign_in is not None:
        code = sign_in.begin(team.sign_in)
        where = code.complete_uri or code.verification_uri
        said = f"Open {clean(where)} in a browser and confirm the code {clean(code.user_code)}."
        print(f"{said}\nWaiting… Press Ctrl+C to stop.", file=sys.stderr, flush=True)  # the answer alone is the output
        tokens = sign_in.wait(code, threading.Event())
        assert tokens is not None, "nothing sets the event"
    cards = joining.join(teams, team, tokens, "cli")
    if output.is_json:
        output.json({"name": team.name, "address": team.address, "collections": [card.name for card in cards]})
    else:
        shown = counted(len(cards), "collection")
        output.line(f"Connected to {output.styled(clean(team.name), 'bold')}: {shown}.")
        _show(cards, output)
    return 0


def _show(cards: tuple[CollectionCard, ...], output: Output) -> None:
    rows = [(f"  {output.styled(card.slug, 'cyan')}", clean(card.name), f"{card.documents:,}") for card in cards]
    output.table(rows, right=frozenset({2}))


def _list(teams: Teams, output: Output) -> int:
    found: list[dict[str, object]] = []
    for team in teams.all():
        problem, cards = "", ()
        try:
            cards = joining.look(teams, team, "cli")
        except BookwheelError as error:
            problem = str(error.message)
        if output.is_json:
            names = [card.slug for card in cards]
            found.append({"name": team.name, "address": team.address, "collections": names, "problem": problem})
            continue
        output.line(f"{output.styled(clean(team.name), 'bold')}  {clean(team.address)}")
        if problem:
            output.line(f"  {output.styled(clean(problem), 'yellow')}")
        _show(cards, output)
    if output.is_json:
        output.json(found)
    elif not teams.all():
        output.line("You are not connected to a team. Connect: bookwheel team connect ADDRESS")
    return 0 if teams.all() else 1


def _token(teams: Teams, team: Team, output: Output) -> int:
    token = teams.sign_ins.token(team.address, team.sign_in) if team.sign_in is not None else ""
    if output.is_json:
        output.json({"token": token, "address": team.address})
    else:
        output.line(token)
    return 0


def _disconnect(teams: Teams, team: Team, output: Output) -> int:
    is_forgotten = teams.remove(team)
    if output.is_json:
        output.json({"name": team.name, "is_forgotten": is_forgotten})
        return 0
    output.line(f"Disconnected from {clean(team.name)}.")
    if not is_forgotten:
        output.line("The system's keyring could not be reached: it may still hold the sign-in.")
    return 0
