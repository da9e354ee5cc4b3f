"""The names of files that state an order and are no documents."""

from __future__ import annotations

CATEGORIES = ("_category_.json", "_category_.yml", "_category_.yaml")
MKDOCS = ("mkdocs.yml", "mkdocs.yaml")
SIDEBARS = "sidebars.json"
STATING = frozenset((*CATEGORIES, *MKDOCS, SIDEBARS))
