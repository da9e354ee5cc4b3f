"""The verbs that read: search, browse, outline, read. Their JSON is that of the tools for agents."""

from __future__ import annotations

import argparse
import json
import textwrap
from dataclasses import replace
from functools import partial

from bookwheel import wire
from bookwheel.cli import library
from bookwheel.cli.output import Output, clean, named_place, shortened
from bookwheel.client.connection import Client
from bookwheel.domain.browse import BrowseRequest, Sort, View
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.readiness import KEYWORD_BEHIND
from bookwheel.domain.reading import OutlineRequest, Passage, ReadRequest
from bookwheel.domain.search import Filter, Hit, Mode, SearchRequest, Snippet

_MOST_VALUES = 12
"""Values of a field that are counted at most."""


def search_arguments(parser: argparse.ArgumentParser) -> None:
    """What to look for."""
    parser.add_argument(
        "query",
        metavar="QUERY",
        nargs="*",
        help='words, "a phrase", -not, prefix*, tag:x, title:x, has:code, FIELD:VALUE',
    )
    parser.set_defaults(check=partial(_check_search, parser))
    about = "find what is like a document, a section (DOC#HEADING), lines (DOC:10-20) or a text; QUERY narrows it down"
    parser.add_argument("--like", metavar="DOC[#HEADING]", default="", help=about)
    parser.add_argument("--mode", choices=[mode.value for mode in Mode], default=Mode.AUTO.value, help="search mode")
    parser.add_argument("--regex", action="store_true", help="QUERY is a regular expression (RE2); as /QUERY/ is")
    parser.add_argument("--case", action="store_true", help="match case, with --mode literal or --regex")
    weights_argument(parser)
    filter_argument(parser)
    parser.add_argument("--limit", type=int, default=10, help="maximum number of hits, 1 to 100")
    about = "snippets of each long section whose matches lie far apart, 1 to 3"
    parser.add_argument("--snippets", type=int, choices=(1, 2, 3), default=1, help=about)
    about = "list near-identical copies of a hit as hits, not below it"
    parser.add_argument("--copies", action="store_true", help=about)
    parser.add_argument("--cursor", default="", help="cursor of the previous search, for the next hits")
    parser.add_argument(
        "--facet", metavar="FIELD", action="append", default=[], help="count the hits by a field; repeat for several"
    )
    parser.add_argument("--explain", action="store_true", help="explain the ranking of each hit")
    parser.add_argument("--without-teams", action="store_true", help="do not ask the teams that you are connected to")


def _check_search(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    if not args.query and not args.like.strip():
        parser.error("Give a QUERY, or --like with a document")


def search(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Find sections; 1 when there are none."""
    request = SearchRequest(
        query=" ".join(args.query),
        mode=Mode(args.mode),
        filters=tuple(args.filter),
        limit=args.limit,
        cursor=args.cursor,
        explain=args.explain,
        weights=args.weights,
        is_regex=args.regex,
        is_case_sensitive=args.case,
        like=args.like,
        snippets=args.snippets,
        folds_copies=not args.copies,
        facets=tuple(args.facet),
        facet_values=_MOST_VALUES if args.facet else 0,
    )
    answer = client.search(request)
    if output.is_json:
        output.json(wire.compact(answer))
        return 0 if answer.hits else 1
    for rank, hit in enumerate(answer.hits, 1):
        _hit(rank, hit, output)
    for field in dict.fromkeys(facet.field for facet in answer.facets):
        own = [f"{clean(facet.value)} {facet.count:,}" for facet in answer.facets if facet.field == field]
        output.line(f"{output.styled(clean(field), 'bold')}: {', '.join(own)}")
    for notice in answer.notices:
        output.line(output.styled(notice, "yellow"))
    if not answer.hits:
        is_sure = answer.pending == 0 and KEYWORD_BEHIND not in answer.notices
        output.line("No hits." if is_sure else "No hits yet.")
        if answer.suggestions:
            output.line(f"Try: {', '.join(answer.suggestions)}")
    elif answer.total > len(answer.hits):
        output.line(output.styled(f"{len(answer.hits)} of {answer.total:,} sections; --limit shows more.", "dim"))
    if 0 < answer.coverage < 1 and request.mode is not Mode.KEYWORD:
        output.line(output.styled(f"The semantic index covers {answer.coverage:.0%} of the sections.", "dim"))
    if answer.pending:
        output.line(output.styled(f"{answer.pending:,} files are still being indexed.", "dim"))
    return 0 if answer.hits else 1


def _hit(rank: int, hit: Hit, output: Output) -> None:
    title = clean(hit.title or hit.document_title)
    above = " › ".join(clean(step) for step in hit.breadcrumb)
    output.line(f"{rank:2}  {output.styled(shortened(title, output.width - 14), 'bold')}  {hit.score:.2f}")
    output.line(f"    {output.styled(hit.section, 'cyan')}  {named_place(hit.lines, hit.place)}")
    if hit.url:
        output.line(f"    {output.styled(clean(hit.url), 'dim')}")
    if above and above != title:
        output.line(f"    {output.styled(shortened(above, output.width - 4), 'dim')}")
    for line in _snippet_lines(hit, output):
        output.line(f"    {line}")
    for further in hit.further:
        where = f"line {further.line}" if further.line else "also"
        output.line(f"    {output.styled(where, 'dim')}")
        for line in _snippet_lines(further, output):
            output.line(f"    {line}")
    if hit.languages:
        others = ", ".join(f"{code} {clean(doc)}" for code, doc in hit.languages)
        output.line(f"    {output.styled(shortened(f'also in {others}', output.width - 4), 'dim')}")
    if hit.copies:
        others = ", ".join(clean(section) for section in hit.copies)
        said = "1 near-identical copy" if len(hit.copies) == 1 else f"{len(hit.copies)} near-identical copies"
        output.line(f"    {output.styled(shortened(f'{said}: {others}', output.width - 4), 'dim')}")
    if hit.explanation is not None:
        for leg in hit.explanation.legs:
            terms = ", ".join(f"{term.term} {term.score:.2f}" for term in leg.terms)
            said = f" ({clean(terms)})" if terms else ""
            output.line(f"    {leg.leg}: rank {leg.rank}, score {leg.score:.2f}{said}")
        for name, amount in hit.explanation.boosts:
            output.line(f"    {name}: {amount:+.2f}")
    output.line()


def _snippet_lines(hit: Hit | Snippet, output: Output) -> list[str]:
    """A snippet in lines: as they are written where it holds several, else as wide as the screen."""
    text = _marked(hit, output)
    if "\n" in hit.snippet:
        return text.split("\n")
    return textwrap.wrap(" ".join(text.split()), output.width - 4)[:3]


def _marked(hit: Hit | Snippet, output: Output) -> str:
    parts: list[str] = []
    end = 0
    for start, stop in hit.spans:
        parts += [clean(hit.snippet[end:start]), output.styled(clean(hit.snippet[start:stop]), "yellow")]
        end = stop
    return "".join([*parts, clean(hit.snippet[end:])])


def browse_arguments(parser: argparse.ArgumentParser) -> None:
    """What to list."""
    parser.add_argument("view", metavar="VIEW", nargs="?", choices=[view.value for view in View], default="collections")
    filter_argument(parser)
    parser.add_argument("--sort", choices=[sort.value for sort in Sort], default=Sort.TITLE.value, help="sort order")
    parser.add_argument("--limit", type=int, default=50, help="maximum number of lines, 1 to 2,000")
    parser.add_argument("--cursor", default="", help="cursor of the previous list, for the next lines")


def browse(client: Client, args: argparse.Namespace, output: Output) -> int:
    """List what the library holds; 1 when that is nothing."""
    request = BrowseRequest(View(args.view), tuple(args.filter), Sort(args.sort), args.limit, args.cursor)
    answer = client.browse(request)
    if output.is_json:
        output.json(wire.compact(answer))
    else:
        library.cards(answer.collections, output)
        documents = [
            (output.styled(clean(card.doc), "cyan"), clean(shortened(card.title, 60)), card.type)
            for card in answer.documents
        ]
        output.table(documents)
        is_mixed = request.view in (View.LABELS, View.SCHEMA, View.ENTITIES)
        values = [
            (f"{value.count:,}", *([value.field] if is_mixed else []), clean(value.value) or "(none)")
            for value in answer.values
        ]
        output.table(values, right=frozenset({0}))
        shown = len(answer.collections) + len(answer.documents) + len(answer.values)
        if answer.total > shown > 0:
            output.line(output.styled(f"{shown} of {answer.total:,}; --limit shows more.", "dim"))
        for notice in answer.notices:
            output.line(output.styled(notice, "yellow"))
        if not answer.total:
            output.line("Nothing to list.")
    return 0 if answer.total else 1


def outline_arguments(parser: argparse.ArgumentParser) -> None:
    """Which document."""
    parser.add_argument("doc", metavar="DOC", help="id of a document or a section (DOC#SECTION)")
    parser.add_argument("--depth", type=int, default=0, help="maximum number of levels (default: all)")


def outline(client: Client, args: argparse.Namespace, output: Output) -> int:
    """A document's section tree."""
    answer = client.outline(OutlineRequest(args.doc, depth=args.depth))
    if output.is_json:
        output.json(wire.compact(answer))
        return 0
    output.line(f"{output.styled(clean(answer.title), 'bold')}  {answer.words:,} words")
    rows = [
        (
            "  " * entry.depth + clean(shortened(entry.title or "(top)", 60)),
            output.styled(entry.section.rpartition("#")[2], "cyan"),
            f"{entry.branch_words:,} words",
            named_place(entry.lines, entry.place),
        )
        for entry in answer.sections
    ]
    output.table(rows, right=frozenset({2}))
    return 0


def read_arguments(parser: argparse.ArgumentParser) -> None:
    """What to read."""
    parser.add_argument("targets", metavar="DOC[#SECTION]", nargs="+", help="documents or sections")
    parser.add_argument("--subtree", action="store_true", help="include everything below each section")
    parser.add_argument("--lines", metavar="A:B", type=_lines, help="only these lines of one document")
    parser.add_argument("--metadata", action="store_true", help="include the front matter")
    parser.add_argument("--cursor", default="", help="cursor of the previous answer, for the rest")


def read(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Print what the documents say; as text, everything at once."""
    request = ReadRequest(tuple(args.targets), args.subtree, args.lines, args.metadata, args.cursor)
    answer = client.read(request)
    if output.is_json:
        output.json(wire.compact(answer))
        return 0
    before: Passage | None = None
    while True:
        for passage in answer.passages:
            if before is not None:
                output.part(_between(before, passage))
            if len(args.targets) > 1:
                output.line(output.styled(f"{passage.section}  {named_place(passage.lines, passage.place)}", "cyan"))
            if passage.metadata_json and (before is None or before.doc != passage.doc):
                output.line(json.dumps(json.loads(passage.metadata_json), ensure_ascii=False, indent=2))
            output.part(clean(passage.text))
            before = passage
        if not answer.cursor:
            output.part("" if before is None or before.text.endswith("\n") else "\n")
            return 0
        answer = client.read(replace(request, cursor=answer.cursor))


def _between(before: Passage, passage: Passage) -> str:
    """The end of a passage's last line, unless the next goes on in the middle of it."""
    if before.is_truncated:
        return "" if before.lines[1] == passage.lines[0] else "\n"
    return "" if before.text.endswith("\n") else "\n"


def weights_argument(parser: argparse.ArgumentParser) -> None:
    """Weights of this call, as search and context take them."""
    about = "balanced, keyword, graph, or the weights of words, meaning and graph: 0.3,0.7,0.1"
    parser.add_argument("--weights", metavar="W", default="", help=about)


def filter_argument(parser: argparse.ArgumentParser) -> None:
    """Filters, as every verb that looks takes them."""
    about = "only documents whose field K is V (V|W: V or W; K!=V: not V; K>3, K=3..5: compared); repeat to narrow down"
    parser.add_argument("--filter", metavar="K=V", action="append", type=_filter, default=[], help=about)


def _filter(text: str) -> Filter:
    try:
        return wire.filter_of(text)
    except BadRequest as error:
        raise argparse.ArgumentTypeError(error.message) from None


def _lines(text: str) -> tuple[int, int]:
    first, sign, last = text.partition(":")
    try:
        return int(first), int(last) if sign else int(first)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be A:B, not {text}") from None
