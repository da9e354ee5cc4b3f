"""What template marks that stand for words say, so that outline and page name a section alike."""

from __future__ import annotations

HEADINGS = {
    "cleanup": "Cleaning up",
    "envvars": "Environment variables",
    "options_parent": "Options inherited from parent commands",
    "parentoptions": "Options inherited from parent commands",
    "prerequisites": "Before you begin",
    "seealso": "See also",
    "whatsnext": "What’s next",
}
"""The headings of Hugo's `heading` shortcode by their names."""


def heading(name: str) -> str:
    """The words of a `heading` shortcode."""
    return HEADINGS.get(name, name.replace("_", " ").capitalize())
