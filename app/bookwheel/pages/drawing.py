"""A canvas or a drawing as a picture in the page: SVG of our own, with the cards' words as safe HTML in it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from html import escape

from bookwheel.domain.document import Dialect, LinkKind
from bookwheel.domain.drawings import Drawing, Shape, ShapeKind
from bookwheel.pages import markdown
from bookwheel.pages.postprocess import Finisher
from bookwheel.pages.sanitising import sanitise
from bookwheel.pages.types import Embed, Resolve, Source

MOST_SET = 300
"""Cards whose Markdown is set; on a larger canvas cards show their words alone."""
MOST_NOTES = 24
"""Cards that show the document they stand for; others show its name."""
LONGEST_NOTE = 4_000
_LETTER = 110.0
"""Square units of a card that hold about one letter."""
_MARKS = re.compile(r"!?\[([^\[\]\n]*)\]\((?:<[^<>\n]*>|[^()\s]*)\)|(?<!\\)[*_`#>~]+|\\(?=[!-/:-@\[-`{-~])")
_ID = re.compile(r'\s(?:id|name)="[^"]*"')
_HEADING = re.compile(r"<h([1-6])\b[^<>]*>")
_HEADING_END = re.compile(r"</h[1-6]>")
_LINE_HEIGHT = 1.25
_HEAD = 11.0
_HEX = re.compile(r"#[0-9a-fA-F]{3,8}\Z")
_NAME = re.compile(r"[a-z]{3,20}\Z")


class _Sheet:
    """What the shapes of one sheet need of the page."""

    def __init__(self, drawing: Drawing, seal: str, resolve: Resolve, embed: Embed) -> None:
        self.drawing = drawing
        self._finisher = Finisher((), seal, resolve, guess_wikilinks=False)
        self._resolve, self._embed = resolve, embed
        cards = sum(1 for shape in drawing.shapes if shape.kind is ShapeKind.CARD)
        self.is_set = cards <= MOST_SET
        self._notes = MOST_NOTES

    def address_of(self, name: str) -> str:
        """Where a name or an address leads; empty for nowhere."""
        for kind in (LinkKind.WIKILINK, LinkKind.MARKDOWN):
            target = self._resolve(name, kind)
            if target.status in ("resolved", "external") and target.href:
                return target.href
        return ""

    def picture_of(self, name: str) -> str:
        """The address of a picture of the collection, or one that the drawing holds."""
        if name.startswith("data:image/") and '"' not in name:
            return name
        target = self._resolve(name, LinkKind.EMBED) if name else None
        return target.href if target and target.status == "asset" and target.href.startswith("bookwheel:") else ""

    def words_of(self, shape: Shape) -> str:
        """The safe HTML of a card, about as long as the card is large."""
        text = shape.text[: 400 + int(shape.width * shape.height / _LETTER)]
        if not self.is_set:
            return f"<p>{escape(_MARKS.sub(_plain, text).strip())}</p>"
        html = self._html(text)
        note = self._embed(shape.note) if shape.note and self._notes else None
        if note:
            self._notes -= 1
            return f'<div class="card-name">{html}</div>{self._html(note[:LONGEST_NOTE])}'
        return html

    def _html(self, text: str) -> str:
        if markdown.is_tangled(text):
            return f"<p>{escape(text)}</p>"
        source = Source(1, "", {}, lambda _name: None, lambda _kind, _name: None)
        html = markdown.to_html(text, Dialect.OBSIDIAN, source, (markdown.BREAKS,))
        html = _ID.sub("", self._finisher.finish(sanitise(html)))
        # The headings of the page are those of the words below.
        return _HEADING_END.sub("</div>", _HEADING.sub(r'<div class="card-heading level-\1">', html))


def drawing_html(drawing: Drawing, seal: str, resolve: Resolve, embed: Embed, name: str) -> str:
    """The picture of a drawing, named for those who do not see it; empty for one without shapes.

    Numbers, colours and addresses are written by us alone; words are escaped or went through the sanitiser.
    """
    if not drawing.shapes:
        return ""
    sheet = _Sheet(drawing, seal, resolve, embed)
    size = f'viewBox="0 0 {drawing.width:g} {drawing.height:g}" width="{drawing.width:g}" height="{drawing.height:g}"'
    shapes = "".join(_drawn(shape, sheet) for shape in drawing.shapes)
    kind = "board sketch" if drawing.is_sketch else "board" if sheet.is_set else "board many"
    return (
        f'<figure class="{kind}"><div class="board-view" tabindex="0" role="region" aria-label="{escape(name)}">'
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{shapes}</svg></div></figure>\n'
    )


def _drawn(shape: Shape, sheet: _Sheet) -> str:
    made = _DRAW[shape.kind](shape, sheet)
    if shape.angle and made:
        middle = f"{shape.x + shape.width / 2:g} {shape.y + shape.height / 2:g}"
        made = f'<g transform="rotate({shape.angle:g} {middle})">{made}</g>'
    return made


def _card(shape: Shape, sheet: _Sheet) -> str:
    words = sheet.words_of(shape)
    classes = f"card{_preset(shape.stroke)}"
    if "<a " not in words and shape.anchor:
        inner = f'<a class="{classes}" href="#{escape(shape.anchor)}">{words}</a>'
    else:
        inner = f'<div class="{classes}">{words}</div>'
    box = "" if sheet.is_set else f'<rect class="card-box{_preset(shape.stroke)}" {_measures(shape)} rx="8"/>'
    return f"{box}<foreignObject {_measures(shape)}>{inner}</foreignObject>{_frame(shape)}"


def _frame(shape: Shape) -> str:
    """The border of a card whose colour is the file's own."""
    if not _HEX.match(shape.stroke):
        return ""
    return f'<rect class="card-frame" {_measures(shape)} rx="8" fill="none" stroke="{shape.stroke}"/>'


def _group(shape: Shape, sheet: _Sheet) -> str:
    own = f' stroke="{shape.stroke}"' if _HEX.match(shape.stroke) and not sheet.drawing.is_sketch else ""
    label = ""
    if shape.text.strip():
        words = f'<text class="group-name" x="{shape.x:g}" y="{shape.y - 8:g}">{escape(shape.text[:200])}</text>'
        label = f'<a href="#{escape(shape.anchor)}">{words}</a>' if shape.anchor else words
    return f'<rect class="group{_preset(shape.stroke)}" {_measures(shape)} rx="10"{own}/>{label}'


def _rectangle(shape: Shape, sheet: _Sheet) -> str:
    rounded = min(shape.width, shape.height, 128) / 4 if shape.is_curved else 0
    return _linked(f'<rect {_measures(shape)} rx="{rounded:g}"{_ink(shape)}/>', shape, sheet)


def _ellipse(shape: Shape, sheet: _Sheet) -> str:
    across, down = shape.width / 2, shape.height / 2
    middle = f'cx="{shape.x + across:g}" cy="{shape.y + down:g}" rx="{across:g}" ry="{down:g}"'
    return _linked(f"<ellipse {middle}{_ink(shape)}/>", shape, sheet)


def _diamond(shape: Shape, sheet: _Sheet) -> str:
    across, down = shape.x + shape.width / 2, shape.y + shape.height / 2
    right, bottom = shape.x + shape.width, shape.y + shape.height
    corners = f"{across:g},{shape.y:g} {right:g},{down:g} {across:g},{bottom:g} {shape.x:g},{down:g}"
    return _linked(f'<polygon points="{corners}"{_ink(shape)}/>', shape, sheet)


def _line(shape: Shape, sheet: _Sheet) -> str:
    points = shape.points
    if shape.is_curved and len(points) == 4:
        (start, first, second, stop) = (f"{x:g} {y:g}" for x, y in points)
        path = f"M{start}C{first} {second} {stop}"
        ends = ((points[1], points[0]), (points[2], points[3]))
        middle = tuple((points[0][i] + 3 * points[1][i] + 3 * points[2][i] + points[3][i]) / 8 for i in (0, 1))
    else:
        path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
        ends = ((points[1], points[0]), (points[-2], points[-1]))
        middle = points[len(points) // 2]
    is_sketch = sheet.drawing.is_sketch
    own = _ink(shape) if is_sketch else f' stroke="{shape.stroke}"' if _HEX.match(shape.stroke) else ""
    classes = "" if is_sketch else f' class="edge{_preset(shape.stroke)}"'
    made = f'<path d="{path}"{classes}{own}/>'
    size = _HEAD + shape.stroke_width * 2
    for has_head, (before, tip) in ((shape.has_tail, ends[0]), (shape.has_head, ends[1])):
        made += _head(before, tip, size, shape, is_sketch=is_sketch) if has_head else ""
    if shape.text.strip():
        words = escape(shape.text[:200])
        made += f'<text class="edge-name" x="{middle[0]:g}" y="{middle[1]:g}">{words}</text>'
    return _linked(made, shape, sheet)


def _head(before: tuple[float, float], tip: tuple[float, float], size: float, shape: Shape, *, is_sketch: bool) -> str:
    """The head of an arrow that comes from one point to another."""
    angle = math.atan2(tip[1] - before[1], tip[0] - before[0])
    sides = [(tip[0] - size * math.cos(angle + turn), tip[1] - size * math.sin(angle + turn)) for turn in (0.42, -0.42)]
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in (sides[0], tip, sides[1]))
    own = f' fill="{shape.stroke}"' if _HEX.match(shape.stroke) else ""
    return f'<polygon class="{"head" if not is_sketch else "ink"}{_preset(shape.stroke)}" points="{corners}"{own}/>'


def _text(shape: Shape, sheet: _Sheet) -> str:
    anchor, left = {"center": ("middle", 0.5), "right": ("end", 1.0)}.get(shape.align, ("start", 0.0))
    across = shape.x + shape.width * left
    step = shape.font_size * _LINE_HEIGHT
    lines = "".join(
        f'<tspan x="{across:g}" y="{shape.y + step * number + shape.font_size:g}">{escape(line)}</tspan>'
        for number, line in enumerate(shape.text[:20_000].split("\n"))
    )
    colour = f' fill="{shape.stroke}"' if _is_colour(shape.stroke) else ""
    written = f'font-size="{shape.font_size:g}" text-anchor="{anchor}"{colour}{_faint(shape)}'
    made = f'<text class="ink" {written}>{lines}</text>'
    return _linked(made, shape, sheet)


def _picture(shape: Shape, sheet: _Sheet) -> str:
    address = sheet.picture_of(shape.note)
    if address:
        made = f'<image {_measures(shape)} preserveAspectRatio="none" href="{escape(address)}"{_faint(shape)}/>'
    else:
        made = f'<rect class="no-picture" {_measures(shape)}/>'
    return _linked(made, shape, sheet)


_DRAW: dict[ShapeKind, Callable[[Shape, _Sheet], str]] = {
    ShapeKind.CARD: _card, ShapeKind.GROUP: _group, ShapeKind.RECTANGLE: _rectangle, ShapeKind.ELLIPSE: _ellipse,
    ShapeKind.DIAMOND: _diamond, ShapeKind.LINE: _line, ShapeKind.TEXT: _text, ShapeKind.PICTURE: _picture,
}  # fmt: skip


def _linked(made: str, shape: Shape, sheet: _Sheet) -> str:
    address = sheet.address_of(shape.href) if shape.href else ""
    return f'<a href="{escape(address)}">{made}</a>' if address else made


def _measures(shape: Shape) -> str:
    return f'x="{shape.x:g}" y="{shape.y:g}" width="{shape.width:g}" height="{shape.height:g}"'


def _ink(shape: Shape) -> str:
    """The line and the filling of a shape that brings its colours."""
    return "".join(_inks(shape))


def _inks(shape: Shape) -> Iterator[str]:
    yield f' stroke="{shape.stroke if _is_colour(shape.stroke) else "none"}"'
    yield f' fill="{shape.fill if _is_colour(shape.fill) else "none"}"'
    yield f' stroke-width="{shape.stroke_width:g}" stroke-linejoin="round" stroke-linecap="round"'
    if shape.is_dashed:
        yield f' stroke-dasharray="{shape.stroke_width * 4:g} {shape.stroke_width * 3:g}"'
    yield _faint(shape)


def _faint(shape: Shape) -> str:
    return f' opacity="{shape.opacity:g}"' if shape.opacity < 1 else ""


def _is_colour(text: str) -> bool:
    return bool(_HEX.match(text) or _NAME.match(text))


def _preset(colour: str) -> str:
    return f" tint-{colour}" if len(colour) == 1 else ""


def _plain(match: re.Match[str]) -> str:
    return match[1] or ""
