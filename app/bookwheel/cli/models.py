"""The verb model: embedding models listed, fetched, chosen and removed."""

from __future__ import annotations

import argparse
import sys
import time

from bookwheel.cli import model_trial
from bookwheel.cli.output import Output, clean, shortened, sized
from bookwheel.client.connection import Client
from bookwheel.domain.errors import BadRequest, FetchFailed
from bookwheel.domain.service.models import ModelAction, ModelEntry, ModelOffer, ModelsRequest, ModelState

POLL_S = 0.3
LINE_S = 5.0
_BAR = 24
_STATES = {
    ModelState.BUNDLED: "bundled",
    ModelState.READY: "fetched",
    ModelState.FETCHING: "fetching",
    ModelState.FAILED: "failed",
    ModelState.OFFERED: "",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to do, with which model."""
    actions = parser.add_subparsers(dest="action", metavar="list|get|use|remove|try", required=True)
    shown = actions.add_parser("list", help="list models: bundled, fetched and offered")
    get = actions.add_parser("get", help="fetch a model from the hub, after showing what that is")
    get.add_argument("--file", metavar="PATH", default="", help="which ONNX file of the model")
    get.add_argument("--yes", action="store_true", help="fetch without asking")
    use = actions.add_parser("use", help="use a model, for everything or a collection")
    use.add_argument("--collection", metavar="C", default="", help="for this collection alone")
    use.add_argument("--dimensions", metavar="N", type=int, default=0, help="cut vectors to so many dimensions")
    remove = actions.add_parser("remove", help="delete a fetched model")
    tried = actions.add_parser("try", help="try models on queries made of your own documents")
    model_trial.add_arguments(tried)
    for one in (get, use, remove):
        one.add_argument("name", metavar="NAME", help="as shown by list; for get also any owner/name of the hub")
    for one in (shown, get, use, remove, tried):
        one.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")


def run(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Do it."""
    verbs = {"list": _list, "get": _get, "use": _use, "remove": _remove, "try": model_trial.run}
    return verbs[args.action](client, args, output)


def _list(client: Client, args: argparse.Namespace, output: Output) -> int:
    answer = client.models(ModelsRequest())
    if output.is_json:
        output.json(answer)
        return 0
    output.table([_row(entry, output) for entry in answer.models], right=frozenset({2, 3}))
    for entry in answer.models:
        for score in entry.scores:
            output.line(output.styled(f"{entry.name}: {score.measure} {score.value} ({score.source})", "dim"))
        if entry.problem:
            output.line(output.styled(f"{entry.name}: {clean(entry.problem)}", "red"))
    return 0


def _row(entry: ModelEntry, output: Output) -> tuple[str, ...]:
    users = ", ".join("in use" if user == "*" else user for user in entry.used_by)
    state = _STATES[entry.state]
    if entry.state is ModelState.FETCHING:
        state = f"{state}, {sized(entry.done_bytes)} of {sized(entry.size_bytes)}"
    return (
        output.styled(clean(entry.name), "bold") if entry.used_by else clean(entry.name),
        output.styled(state, "green") if entry.state is not ModelState.FAILED else output.styled(state, "red"),
        sized(entry.size_bytes) if entry.size_bytes else "",
        f"{entry.dimensions:,} dimensions" if entry.dimensions else "",
        entry.languages,
        clean(entry.licence),
        users,
    )


def _get(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Ask the hub, show what it says, and fetch once the person agrees; 1 when they do not."""
    offer = client.models(ModelsRequest(ModelAction.OFFER, args.name, args.file)).offer
    assert offer is not None
    if offer.problem:
        raise FetchFailed("{name} cannot be fetched: {reason}", name=offer.name, reason=offer.problem)
    if not output.is_json:
        _show(offer, output)
    if not args.yes and not _agrees(offer, output):
        return 1
    client.models(ModelsRequest(ModelAction.FETCH, offer=offer))
    try:
        _wait(client, offer, output)
    except KeyboardInterrupt:
        client.models(ModelsRequest(ModelAction.CANCEL, offer.name))
        raise
    if output.is_json:
        output.json(client.models(ModelsRequest()))
    else:
        output.line(f"Fetched. Use it with: bookwheel model use {offer.name}")
    return 0


def _show(offer: ModelOffer, output: Output) -> None:
    rows = [
        ("model", output.styled(clean(offer.name), "bold")),
        ("from", f"{clean(offer.host)}, commit {offer.revision[:12]}"),
        ("licence", clean(offer.licence) or "not stated"),
        ("file", clean(offer.graph)),
        ("size", f"{sized(offer.size_bytes)} in {len(offer.files)} files"),
    ]
    if len(offer.graphs) > 1:
        others = ", ".join(graph for graph in offer.graphs if graph != offer.graph)
        rows.append(("others", f"{clean(shortened(others, 200))} (--file)"))
    output.table(rows)


def _agrees(offer: ModelOffer, output: Output) -> bool:
    """Ask the person; who cannot be asked has to say --yes.

    Raises:
        BadRequest: where there is nobody to ask.
    """
    if output.is_json or not sys.stdin.isatty():
        raise BadRequest(
            "Nothing was fetched: say --yes to fetch {name} from {host}.", name=offer.name, host=offer.host
        )
    output.part(f"Fetch {sized(offer.size_bytes)} from {clean(offer.host)}? [y/N] ")
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _wait(client: Client, offer: ModelOffer, output: Output) -> None:
    """Wait until a model is there.

    Raises:
        FetchFailed: when it does not come, with the reason.
    """
    said_at = time.monotonic()
    while True:
        entries = client.models(ModelsRequest()).models
        entry = next((one for one in entries if one.name == offer.name), None)
        if entry is None or entry.state in (ModelState.READY, ModelState.OFFERED):
            break
        if entry.state is ModelState.FAILED:
            raise FetchFailed(entry.problem)
        if not output.is_json and output.is_terminal:
            filled = int(entry.done_bytes / max(1, offer.size_bytes) * _BAR)
            bar = f"{'█' * filled}{'░' * (_BAR - filled)} {sized(entry.done_bytes)} of {sized(offer.size_bytes)}"
            output.part("\r" + bar + "\x1b[K")
        elif not output.is_json and time.monotonic() - said_at >= LINE_S:
            said_at = time.monotonic()
            output.line(f"{sized(entry.done_bytes)} of {sized(offer.size_bytes)}")
        time.sleep(POLL_S)
    if output.is_terminal and not output.is_json:
        output.part("\r\x1b[K")


def _use(client: Client, args: argparse.Namespace, output: Output) -> int:
    answer = client.models(
        ModelsRequest(ModelAction.USE, args.name, collection=args.collection, dimensions=args.dimensions)
    )
    if output.is_json:
        output.json(answer)
    else:
        what = f"the collection {args.collection}" if args.collection else "everything"
        output.line(
            f"{clean(args.name)} is used for {what}. Vectors are made in the background; earlier ones answer meanwhile."
        )
    return 0


def _remove(client: Client, args: argparse.Namespace, output: Output) -> int:
    answer = client.models(ModelsRequest(ModelAction.REMOVE, args.name))
    if output.is_json:
        output.json(answer)
    else:
        output.line(f"{clean(args.name)} was deleted.")
    return 0
