"""The verbs that ask the graph: explore, sparql, context, export. Their JSON is that of the tools for agents."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

from bookwheel import wire
from bookwheel.cli import export as exporting
from bookwheel.cli.output import Output, clean, counted, named_place, shortened
from bookwheel.cli.read import filter_argument, weights_argument
from bookwheel.client.connection import Client
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.graph import (
    ContextRequest,
    Edge,
    ExploreAnswer,
    ExploreRequest,
    ExploreView,
    ExportRequest,
    Node,
    NodeKind,
    QueryRequest,
)

_EDGES = 3
"""Lines under a node on how it is joined to nearer ones."""

FORMATS = ("turtle", "n-quads", "json-ld", "graphml", "gexf")


def explore_arguments(parser: argparse.ArgumentParser) -> None:
    """Where to look."""
    about = (
        "id of a document or section, a title, a part of a name, or tag:x, category:x, person:x, term:x, "
        "entity:type/x, project:x, type:x or collection:x"
    )
    parser.add_argument("node", metavar="NODE", nargs="?", default="", help=about)
    parser.add_argument(
        "--view", choices=[view.value for view in ExploreView], default="neighbours", help="what to show"
    )
    parser.add_argument("--hops", metavar="N", type=int, default=1, help="number of steps, from 0 (details only) to 3")
    parser.add_argument("--relation", metavar="R", default="", help="follow this relation only, such as linksTo")
    kinds = [kind.value for kind in NodeKind]
    parser.add_argument(
        "--kind", action="append", choices=kinds, default=[], help="show only nodes of this kind; repeat for more"
    )
    parser.add_argument("--to", metavar="NODE", default="", help="show the shortest path to this node")
    parser.add_argument("--schema", action="store_true", help="show the kinds of nodes and relations, with counts")
    parser.add_argument("--limit", metavar="N", type=int, default=50, help="maximum number of nodes, 1 to 1,000")


def explore(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Look around in the graph; 1 when nothing is there."""
    request = ExploreRequest(
        node=args.node,
        view=ExploreView(args.view),
        level="schema" if args.schema or not args.node else "data",
        hops=args.hops,
        relation=args.relation,
        to=args.to,
        kinds=tuple(NodeKind(kind) for kind in args.kind),
        limit=args.limit,
    )
    answer = client.explore(request)
    if output.is_json:
        output.json(wire.compact(answer))
    elif request.level == "schema":
        _schema(answer, output)
    else:
        _explored(answer, request, output)
    if not output.is_json:
        for notice in answer.notices:
            output.line(output.styled(clean(notice), "yellow"))
    return 0 if answer.nodes else 1


def _schema(answer: ExploreAnswer, output: Output) -> None:
    output.table([(f"{node.weight:,.0f}", node.kind.value) for node in answer.nodes], right=frozenset({0}))
    output.line()
    rows = [(f"{edge.weight:,.0f}", edge.source, edge.relation, edge.target) for edge in answer.edges]
    output.table(rows, right=frozenset({0}))


def _explored(answer: ExploreAnswer, request: ExploreRequest, output: Output) -> None:
    titles = {node.id: node for node in answer.nodes}
    if answer.path:
        for number, step in enumerate(answer.path):
            if number:
                edge = answer.edges[number - 1]
                arrow = "→" if edge.target == step else "←"
                output.line(f"    {arrow} {edge.relation}{_evidence(edge)}")
            output.line(_named(titles[step], output))
        return
    if not answer.nodes:
        return
    first, *others = answer.nodes
    output.line(_named(first, output))
    if first.detail:
        output.line(f"    {clean(first.detail)}")
    if request.view is ExploreView.NEIGHBOURS and not request.hops:
        output.table([(f"    {edge.relation}", clean(edge.target)) for edge in answer.edges])
        return
    nearer = {node.id: node.hops for node in answer.nodes}
    by_node: dict[str, list[Edge]] = {}
    for edge in answer.edges:
        ends = [end if end in nearer else end.partition("#")[0] for end in (edge.source, edge.target)]
        if all(end in nearer for end in ends) and nearer[ends[0]] != nearer[ends[1]]:
            by_node.setdefault(max(ends, key=nearer.__getitem__), []).append(edge)
    for node in others:
        output.line(_named(node, output, node.hops))
        edges = by_node.get(node.id, [])
        for edge in edges[:_EDGES]:
            output.line("  " * node.hops + f"    {_said(edge, node)}")
        if len(edges) > _EDGES:
            output.line("  " * node.hops + output.styled(f"    and {len(edges) - _EDGES} more", "dim"))
    if answer.total > len(answer.nodes):
        output.line(output.styled(f"{len(answer.nodes)} of {answer.total:,} nodes; --limit shows more.", "dim"))


def _named(node: Node, output: Output, hops: int = 0) -> str:
    title = shortened(clean(node.title or node.id), 60)
    return f"{'  ' * hops}{output.styled(title, 'bold')}  {output.styled(clean(node.id), 'cyan')}"


def _said(edge: Edge, node: Node) -> str:
    if edge.relation == "relatedTo" and edge.text and not edge.line:
        return f"{clean(edge.text)} ({edge.weight:.2f})"
    is_source = edge.source == node.id or edge.source.partition("#")[0] == node.id
    other = edge.target if is_source else edge.source
    return f"{edge.relation} {'→' if is_source else '←'} {clean(other)}{_evidence(edge)}"


def _evidence(edge: Edge) -> str:
    line = f" (by {clean(edge.by)}, {edge.id})" if edge.id else ""
    if edge.line:
        line = f" ({clean(edge.place.words) if edge.place else f'line {edge.line}'})"
    return f"{line} “{shortened(clean(edge.text), 50)}”" if edge.text else line


def sparql_arguments(parser: argparse.ArgumentParser) -> None:
    """What to ask."""
    parser.add_argument(
        "query", metavar="QUERY", help="a SPARQL query, a file that contains one, or - for standard input"
    )
    parser.add_argument("--limit", metavar="N", type=int, default=100, help="maximum number of rows, 1 to 1,000")
    parser.add_argument("--cursor", metavar="C", default="", help="cursor of the previous answer, for the next rows")


def sparql(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Ask in SPARQL; 1 when there are no rows."""
    answer = client.query(QueryRequest(_text(args.query), args.limit, args.cursor))
    if output.is_json:
        output.json(wire.compact(answer))
        return 0 if answer.rows else 1
    most = max(20, output.width // max(1, len(answer.columns)) - 2) if output.is_terminal else 10_000
    rows = [tuple(shortened(" ".join(clean(cell).split()), most) for cell in row) for row in answer.rows]
    output.table([tuple(output.styled(clean(column), "bold") for column in answer.columns), *rows])
    for notice in answer.notices:
        output.line(output.styled(clean(notice), "yellow"))
    if answer.cursor:
        output.line(output.styled(f"More rows: run again with --cursor {answer.cursor}", "dim"))
    if not answer.rows:
        output.line("No rows.")
    return 0 if answer.rows else 1


def _text(given: str) -> str:
    """A query itself, or what a file or the standard input holds.

    Raises:
        BadRequest: when that cannot be read as text.
    """
    try:
        if given == "-":
            return sys.stdin.read()
        is_file = len(given) < 4096 and "{" not in given and os.path.isfile(given)
        return Path(given).read_text("utf-8") if is_file else given
    except (OSError, UnicodeDecodeError):
        raise BadRequest("{file} cannot be read as UTF-8 text.", file=given) from None


def context_arguments(parser: argparse.ArgumentParser) -> None:
    """What the evidence is for."""
    parser.add_argument("question", metavar="QUESTION", nargs="+", help="a question or keywords")
    parser.add_argument(
        "--budget", metavar="N", type=int, default=4000, help="maximum number of tokens in total, 200 to 16,000"
    )
    parser.add_argument("--depth", metavar="N", type=int, default=1, help="number of graph steps for facts, 0 to 2")
    weights_argument(parser)
    filter_argument(parser)


def context(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Print the passages and facts that answer a question best; 1 when there are none."""
    question, filters = " ".join(args.question), tuple(args.filter)
    answer = client.context(ContextRequest(question, args.budget, args.depth, filters, args.weights))
    if output.is_json:
        output.json(wire.compact(answer))
        return 0 if answer.passages else 1
    for passage in answer.passages:
        cut = ", the beginning" if passage.is_cut else ""
        where = f"{clean(passage.section)}  {named_place(passage.lines, passage.place)}{cut}"
        output.line(output.styled(where, "cyan"))
        output.line(clean(passage.text))
        output.line()
    for fact in answer.facts:
        told = (clean(fact.section), " – ".join(clean(node) for node in fact.path), f"{fact.score:.2f}")
        where = f"  ({'; '.join(part for part in told if part)})"
        output.line(f"- {clean(fact.sentence)}{output.styled(where, 'dim')}")
    for notice in answer.notices:
        output.line(output.styled(clean(notice), "yellow"))
    count = counted(len(answer.passages), "passage")
    output.line(output.styled(f"{count}, about {answer.tokens:,} tokens.", "dim"))
    return 0 if answer.passages else 1


def export_arguments(parser: argparse.ArgumentParser) -> None:
    """What to write and where."""
    exporting.export_arguments(parser, FORMATS)
    parser.add_argument("--collection", metavar="C", default="", help="export this collection only")
    parser.add_argument(
        "--reifiers", action="store_true", help="turtle and n-quads: say in RDF 1.2 what each link is evidence of"
    )


def export(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Write the graph; as JSON, what was written, and then a file is needed."""
    request = ExportRequest(args.collection, args.format, has_reifiers=args.reifiers)

    def part(cursor: str) -> tuple[str, str, int]:
        answer = client.export(replace(request, cursor=cursor))
        return answer.content, answer.cursor, answer.documents

    return exporting.export(part, args, output, "document")
