"""The verbs that list what the library knows: terms, entities, statistics and related documents."""

from __future__ import annotations

import argparse

from bookwheel.cli import graph, read
from bookwheel.cli.output import Output
from bookwheel.client.connection import Client
from bookwheel.domain.browse import View


def list_arguments(parser: argparse.ArgumentParser) -> None:
    """How many, and of which documents."""
    read.filter_argument(parser)
    parser.add_argument("--limit", type=int, default=50, help="maximum number of lines, 1 to 2,000")
    parser.add_argument("--cursor", default="", help="cursor of the previous list, for the next lines")
    parser.set_defaults(sort="title")


def terms(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Terms with the number of documents that define or mention them."""
    args.view = View.TERMS.value
    return read.browse(client, args, output)


def entities(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Entities with their types, likewise."""
    args.view = View.ENTITIES.value
    return read.browse(client, args, output)


def stats(client: Client, args: argparse.Namespace, output: Output) -> int:
    """How many nodes, relations and headings of each level there are, and documents of each collection."""
    args.view, args.limit = View.SCHEMA.value, 2000
    return read.browse(client, args, output)


def stats_arguments(parser: argparse.ArgumentParser) -> None:
    """Of which documents."""
    read.filter_argument(parser)
    parser.set_defaults(sort="title", cursor="")


def related_arguments(parser: argparse.ArgumentParser) -> None:
    """Of which document."""
    parser.add_argument("node", metavar="DOC", help="id or title of a document or section")
    parser.add_argument("--limit", metavar="N", type=int, default=20, help="maximum number of documents, 1 to 1,000")
    parser.set_defaults(view="related", hops=1, relation="", kind=[], to="", schema=False)


def related(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Documents that have most in common with one, each with its reasons."""
    return graph.explore(client, args, output)
