"""A folder of pages that reach for other computers in every way a page can, at hosts that the recorder resolves."""

from __future__ import annotations

from pathlib import Path

REMOTE = "https://tracker.example"

_REACHING = f"""---
title: The reaching page
image: {REMOTE}/front.png
"@context": {REMOTE}/context.jsonld
related: [wheel]
---

<link rel="dns-prefetch" href="//prefetch.example">
<link rel="preconnect" href="{REMOTE}">
<link rel="prefetch" href="{REMOTE}/next.html">
<link rel="stylesheet" href="{REMOTE}/style.css">
<meta http-equiv="refresh" content="0; url={REMOTE}/refresh">
<base href="{REMOTE}/">
<style>@import url("{REMOTE}/import.css"); body {{ background: url({REMOTE}/background.png) }}</style>

# The reaching page

![far]({REMOTE}/pixel.png) ![without a scheme](//tracker.example/pixel.png) ![by number](http://198.51.100.7/pixel.png)
<img src="{REMOTE}/a.png" srcset="{REMOTE}/b.png 2x" loading="eager">
<picture><source srcset="{REMOTE}/c.webp"><img src="near.svg"></picture>
<div style="background-image: url('{REMOTE}/d.png')">A block with a remote background.</div>
<iframe src="{REMOTE}/frame"></iframe> <object data="{REMOTE}/object"></object> <embed src="{REMOTE}/embed">
<video src="{REMOTE}/film.webm" poster="{REMOTE}/poster.png" autoplay></video> <audio src="{REMOTE}/sound.ogg"></audio>
<script src="{REMOTE}/script.js"></script> <img src="x" onerror="fetch('{REMOTE}/onerror')">
<a href="{REMOTE}/clicked" ping="{REMOTE}/ping">outside</a> <form action="{REMOTE}/form"><button>send</button></form>
<svg><image href="{REMOTE}/inside.png"/><use href="{REMOTE}/use.svg#a"/></svg>

![near](near.svg) and [the wheel](wheel.md), [outside]({REMOTE}/link), <mailto:someone@mail.example>.

$$x^2 + \\includegraphics{{{REMOTE}/formula.png}} \\href{{{REMOTE}/formula}}{{y}}$$

Inline $\\frac{{1}}{{2}}$ as well.

```mermaid
%%{{init: {{"themeCSS": "@import url({REMOTE}/theme.css); * {{ background: url({REMOTE}/theme.png) }}"}} }}%%
graph LR
  A[One] --> B["<img src='{REMOTE}/diagram.png'>"]
  click A href "{REMOTE}/diagram"
```
"""

_NEAR = f"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">
<?xml-stylesheet href="{REMOTE}/svg.css"?><style>@import url({REMOTE}/svg-import.css);</style>
<image xlink:href="{REMOTE}/svg.png" width="9" height="9"/><script href="{REMOTE}/svg.js"/></svg>
"""

_MKDOCS = f"""site_name: Reaching
site_url: {REMOTE}/
extra_css: [{REMOTE}/extra.css]
markdown_extensions: [admonition, footnotes]
plugins: [search]
INHERIT: {REMOTE}/base.yml
"""


def write_pages(root: Path, count: int = 12) -> Path:
    """Write them below a folder; the folder."""
    root.mkdir(parents=True)
    (root / "reaching.md").write_text(_REACHING, "utf-8")
    (root / "near.svg").write_text(_NEAR, "utf-8")
    (root / "site" / "docs").mkdir(parents=True)
    (root / "site" / "mkdocs.yml").write_text(_MKDOCS, "utf-8")
    (root / "site" / "docs" / "index.md").write_text(
        _REACHING.replace("The reaching page", "The reaching site"), "utf-8"
    )
    (root / "wheel.md").write_text(
        "---\ntags: [wheels]\n---\n# The wheel\n\nIt holds many books open. See [the page](reaching.md).\n", "utf-8"
    )
    (root / "address.txt").write_text(f"{REMOTE}/text and \\\\\\\\share.example\\\\folder\n", "utf-8")
    for number in range(count):
        text = f"# Page {number}\n\nThe wheel turns past page {number}; see [the next](page{number + 1}.md).\n"
        (root / f"page{number}.md").write_text(text, "utf-8")
    return root
