"""YAML from source folders, loaded so that a small text costs neither much time nor much memory."""

from __future__ import annotations

import re
from typing import Any, cast

import yaml

MOST_MERGED = 20_000
"""Pairs that the merge keys (`<<`) of one text may copy; ten lines of nested merges can ask for billions."""
DEEPEST = 128
"""Lists and tables within each other."""

_MOST_BRACKETS = 200
_NESTED_SIGNS = re.compile(r"(?:[-?:][ \t]+){32}")

# The C parser is ten times faster, and some systems have it not.
_SafeLoader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BaseLoader: type[yaml.BaseLoader] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class BoundedLoader(_SafeLoader):
    """YAML's safe loader, which refuses merge keys that copy more than MOST_MERGED pairs in all."""

    _merged = 0

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        """Put the pairs of merged mappings into a mapping, counted before they are copied.

        Raises:
            yaml.constructor.ConstructorError: when they are too many.
        """
        for key, value in cast("list[tuple[yaml.Node, yaml.Node]]", node.value):
            if key.tag != "tag:yaml.org,2002:merge":
                continue
            merged = cast("list[yaml.Node]", value.value) if isinstance(value, yaml.SequenceNode) else [value]
            for source in merged:
                if isinstance(source, yaml.MappingNode):
                    self.flatten_mapping(source)
                    self._merged += len(source.value) + 1
                if self._merged > MOST_MERGED:
                    problem = f"its merge keys stand for more than {MOST_MERGED:,} values"
                    raise yaml.constructor.ConstructorError(None, None, problem, node.start_mark)
        super().flatten_mapping(node)  # pyright: ignore[reportUnknownMemberType]


class _TolerantLoader(BoundedLoader):
    """Reads a configuration as far as it is plain; `!!python/…` and `!ENV` become nothing."""


def _ignore_tag(loader: yaml.SafeLoader, suffix: str, node: yaml.Node) -> None:
    """Stand in for the value of an unknown tag."""


_TolerantLoader.add_multi_constructor("", _ignore_tag)  # pyright: ignore[reportUnknownMemberType]


def load_strings(text: str) -> object:
    """Return YAML as strings, lists and tables alone, whatever its tags say; None where it cannot be read."""
    return _load(text, _BaseLoader)


def load_tolerant(text: str) -> object:
    """Return YAML as plain values, None for every value with a tag of its own; None where it cannot be read."""
    return _load(text, _TolerantLoader)


def refusal_of(text: str) -> str:
    """Return why a text must not reach the loader, whose C code recurses without a limit; empty where it may.

    Raises:
        yaml.YAMLError: when the text is not YAML.
    """
    if text.count("[") + text.count("{") <= _MOST_BRACKETS and _NESTED_SIGNS.search(text) is None:
        return ""
    depth = 0
    for event in cast(Any, yaml).parse(text, Loader=_SafeLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEEPEST:
                return "it is nested too deeply"
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
    return ""


def reason_of(error: Exception) -> str:
    """Return what is wrong with a text that the loader refused, with its line where that is known."""
    mark = getattr(error, "problem_mark", None)
    problem = str(getattr(error, "problem", None) or error)
    line = getattr(mark, "line", None)
    return (f"line {line + 1}: " if isinstance(line, int) else "") + " ".join(problem.split())[:120]


def _load(text: str, loader: type[yaml.BaseLoader | yaml.SafeLoader]) -> object:
    try:
        return None if refusal_of(text) else cast("object", yaml.load(text, loader))
    except (yaml.YAMLError, ValueError, TypeError, AttributeError, RecursionError, OverflowError):
        return None
