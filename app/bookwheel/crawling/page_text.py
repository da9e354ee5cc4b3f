"""The document that a page becomes: its main part as plain HTML, with its address, title, language and date."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from urllib.parse import urldefrag, urljoin

import nh3
from selectolax.lexbor import LexborHTMLParser, LexborNode

from bookwheel.crawling.addresses import canonical
from bookwheel.crawling.boilerplate import TextBlock, remove_around, remove_repeated, text_blocks
from bookwheel.crawling.discovery.page_links import base_of
from bookwheel.parsing.formats.html.document import fields_of
from bookwheel.parsing.formats.html.tree import attribute, main_part

VERSION = 1
"""Grows when pages become other documents than before, so that mirrors are derived again."""

HASH_BYTES = 8
FEWEST_PAGES = 5
"""Pages of a site from which on it can be seen what they repeat."""
SHARE_OF_WORDS, SHARE_OF_SPOTS = 0.5, 0.7
"""The share of pages that have the same words, or a block at the same spot, which then belongs to the site."""
FEW_WORDS = 12
"""A page with fewer words that asks for scripts is one that only scripts fill."""

_BLOCKS = frozenset((
    "p", "pre", "ul", "ol", "li", "dl", "dt", "dd", "table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th",
    "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "figure", "figcaption", "details", "summary", "div",
    "section", "article",
))  # fmt: skip
_INLINE = frozenset((
    "a", "b", "strong", "i", "em", "u", "s", "del", "ins", "sub", "sup", "kbd", "mark", "code", "samp", "tt", "var",
    "cite", "dfn", "abbr", "q", "small", "br", "img", "span", "input", "ruby", "rt", "rp", "time", "bdi", "bdo",
))  # fmt: skip
_MATHS = frozenset((
    "math", "semantics", "annotation", "mrow", "mi", "mo", "mn", "mtext", "mspace", "msup", "msub", "msubsup", "mfrac",
    "msqrt", "mroot", "mover", "munder", "munderover", "mtable", "mtr", "mtd", "mstyle", "mpadded", "mphantom",
))  # fmt: skip
_TAGS = set(_BLOCKS | _INLINE | _MATHS)
_ATTRIBUTES = {
    "*": {"id", "class", "lang", "dir"},
    "a": {"href", "title", "name"},
    "img": {"src", "alt", "title", "width", "height"},
    "ol": {"start"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
    "input": {"type", "checked", "disabled"},
    "annotation": {"encoding"},
    "abbr": {"title"},
}
_CLASS = re.compile(r"(?:language|lang|highlight-source|highlight|brush|src)-[\w+#.-]+|katex[\w-]*|math")
_SCHEMES = {"http", "https", "mailto", "tel", "data"}
_ADMONITION = re.compile(
    r"(?:^|[\s_-])(?:admonition|admonitionblock|callout|alert|custom-block|theme-admonition|hint|notecard"
    r"|starlight-aside|admonition-[\w-]+)(?:$|[\s_-])",
    re.IGNORECASE,
)
_KIND = re.compile(r"\b(note|tip|info|warning|danger|caution|important|success|question|example|bug|quote)\b", re.I)
_NEEDS_SCRIPTS = re.compile(r"enable javascript|requires? javascript|javascript (?:is )?(?:required|disabled)", re.I)
_MOUNTS = "#app, #root, #__next, #__nuxt, #svelte, app-root, [data-reactroot]"
_DATE_FIELDS = ("date",)

Resolve = Callable[[str], str]
"""The path of the document of a page, by its address in its one spelling; empty where there is none."""


@dataclass(slots=True)
class PageTree:
    """A page's tree with what was read of it before anything is taken out; `fields` is what it says of itself."""

    tree: LexborHTMLParser
    url: str
    base: str
    fields: dict[str, object]
    needs_scripts: bool = False
    part: LexborNode | None = None
    blocks: list[bytes] = field(default_factory=list[bytes])


def read(tree: LexborHTMLParser, url: str, html: str) -> PageTree:
    """A page without what stands around its text, and the hashes of its blocks; the tree is changed."""
    page = PageTree(tree, url, base_of(tree, url), fields_of(tree))
    has_mount = tree.css_first(_MOUNTS) is not None
    body = tree.body
    if body is not None:
        remove_around(body)
    page.part = main_part(tree, is_page=True)
    words = len(page.part.text().split()) if page.part is not None else 0
    if words < FEW_WORDS and (has_mount or _NEEDS_SCRIPTS.search(html)) and "<script" in html.lower():
        page.needs_scripts = True
    if page.part is not None:
        page.blocks = [hash for block in text_blocks(page.part) for hash in hashes_of(block)]
    return page


def hashes_of(block: TextBlock) -> Sequence[bytes]:
    """The hashes by which a block is known again: of its words, and of where it stands."""
    return [_hash(block.text, 0), *([_hash(block.spot, 1)] if block.spot else [])]


def _hash(text: str, kind: int) -> bytes:
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=HASH_BYTES - 1).digest()
    return bytes((kind,)) + digest


def pictures_of(page: PageTree) -> Sequence[str]:
    """The addresses of the pictures in a page's text."""
    images = page.part.css("img") if page.part is not None else []
    sources = (attribute(node, "src") or attribute(node, "data-src") for node in images)
    return [_joined(page.base, source) for source in sources if source and not source.startswith("data:")]


def split_blocks(blocks: bytes) -> Sequence[bytes]:
    """The hashes that were joined into one value."""
    return [blocks[at : at + HASH_BYTES] for at in range(0, len(blocks), HASH_BYTES)]


def write(page: PageTree, repeated: frozenset[bytes], path_of: Resolve, own_path: str, date: str = "") -> bytes:
    """The document of a page as the content of an HTML file.

    `repeated` are blocks that most pages of the site have; `date` is that of its last change, where the page says none.
    """
    part = page.part
    if part is None:
        return _file(page, "", date)
    if repeated:
        remove_repeated(part, lambda text: _hash(text, 0) in repeated, lambda spot: _hash(spot, 1) in repeated)
    _quote_admonitions(part)
    _clean_code(part)
    _rewrite_links(part, page, path_of, own_path)
    return _file(page, _clean(part.html or ""), date)


def _file(page: PageTree, body: str, date: str) -> bytes:
    fields = page.fields
    title = str(fields.get("title") or "")
    language = str(fields.get("language") or "")
    lines = [
        "<!doctype html>",
        f'<html lang="{escape(language)}">' if language else "<html>",
        '<head><meta charset="utf-8">',
        f"<title>{escape(title)}</title>",
        f'<link rel="canonical" href="{escape(page.url)}">',
    ]
    stated = {name: fields.get(name) for name in ("description", "author", "date")}
    stated["date"] = stated["date"] or date
    keywords = fields.get("keywords")
    if isinstance(keywords, list):
        stated["keywords"] = ", ".join(str(word) for word in keywords)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    for name, value in stated.items():
        if value:
            lines.append(f'<meta name="{name}" content="{escape(str(value))}">')
    return "\n".join([*lines, "</head>", f"<body><main>{body}</main></body>", "</html>", ""]).encode("utf-8", "replace")


def _clean(html: str) -> str:
    return nh3.clean(
        html,
        tags=_TAGS,
        clean_content_tags={"script", "style"},
        attributes=_ATTRIBUTES,
        attribute_filter=_keep_attribute,
        url_schemes=_SCHEMES,
        link_rel=None,
        strip_comments=True,
    )


def _keep_attribute(_tag: str, name: str, value: str) -> str | None:
    if name != "class":
        return value
    return " ".join(_CLASS.findall(value)) or None


def _quote_admonitions(part: LexborNode) -> None:
    """Make quotes of notes and warnings, whose frames are styles that a document does not have."""
    for node in reversed(part.css("div, aside, section")):
        names = attribute(node, "class")
        if not _ADMONITION.search(names) or node.css_first("p, li, pre") is None:
            continue
        first = node.css_first("[class*=title], [class*=heading], strong, h5, h6")
        kind = _KIND.search(names)
        title = "" if first is not None and first.text().strip() else kind[1].capitalize() if kind else ""
        if first is not None and first.tag in ("p", "div", "span", "h5", "h6") and "title" in attribute(first, "class"):
            words = " ".join(first.text().split())
            first.replace_with(_parsed(f"<p><strong>{escape(words)}</strong></p>", "p"))
        inner = node.inner_html or ""
        head = f"<p><strong>{title}</strong></p>" if title else ""
        node.replace_with(_parsed(f"<blockquote>{head}{inner}</blockquote>", "blockquote"))


def _parsed(html: str, tag: str) -> LexborNode:
    node = LexborHTMLParser(html).css_first(tag)
    assert node is not None
    return node


def _clean_code(part: LexborNode) -> None:
    """Leave of blocks of code the code: no numbers of lines, no names of languages beside it."""
    for table in reversed(part.css("table")):
        if table.css_first("td.linenos, td.gutter, td.line-numbers, td.rouge-gutter, td.lntd pre") is None:
            continue
        code = [node for node in table.css("pre") if not _is_numbers(node.text())]
        if len(code) == 1:
            table.replace_with(code[0])
    for node in reversed(part.css("div > span.lang, .line-numbers-wrapper, .code-block__copy, .copy, .clipboard")):
        node.decompose()


def _is_numbers(text: str) -> bool:
    return all(word.isdigit() for word in text.split())


def _rewrite_links(part: LexborNode, page: PageTree, path_of: Resolve, own_path: str) -> None:
    for node in part.css("a[href]"):
        node.attrs["href"] = _target(attribute(node, "href"), page, path_of, own_path)
    for node in part.css("img"):
        source = attribute(node, "src") or attribute(node, "data-src")
        if source and not source.startswith("data:"):
            node.attrs["src"] = path_to(own_path, path_of(canonical(source, page.base)) or "") or _joined(
                page.base, source
            )


def _target(href: str, page: PageTree, path_of: Resolve, own_path: str) -> str:
    """Where a link leads from a document: to another document, a place in this one, or the web."""
    written = href.strip()
    if written.startswith("#") or not written:
        return written
    _, fragment = urldefrag(written)
    target = canonical(written, page.base)
    path = path_of(target) if target else ""
    if not path:
        return _joined(page.base, written)
    tail = f"#{fragment}" if fragment else ""
    return (tail or "#") if path == own_path else path_to(own_path, path) + tail


def path_to(own_path: str, path: str) -> str:
    """The relative reference from one document to another; empty for none."""
    if not path:
        return ""
    here, there = own_path.split("/")[:-1], path.split("/")
    shared = 0
    while shared < min(len(here), len(there) - 1) and here[shared] == there[shared]:
        shared += 1
    parts = [*[".."] * (len(here) - shared), *there[shared:]]
    made = "/".join(_quoted(part) for part in parts)
    return f"./{made}" if ":" in parts[0] else made


def _quoted(segment: str) -> str:
    return re.sub(
        r"[%#?\s\"'<>\\^`{|}()\[\]]", lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), segment
    )


def _joined(base: str, href: str) -> str:
    try:
        return urljoin(base, href)
    except ValueError:
        return href


def repeated_blocks(pages: Iterable[bytes]) -> frozenset[bytes]:
    """The hashes of what so many pages have that it belongs to the site; `pages` are the joined hashes of each."""
    counts: Counter[bytes] = Counter()
    number = 0
    for joined in pages:
        number += 1
        counts.update(set(split_blocks(joined)))
    if number < FEWEST_PAGES:
        return frozenset()
    least = (max(FEWEST_PAGES - 1, SHARE_OF_WORDS * number), max(FEWEST_PAGES - 1, SHARE_OF_SPOTS * number))
    return frozenset(hash for hash, count in counts.items() if count >= least[hash[0]])
