"""The documents of a YAML file as values with their lines."""

from __future__ import annotations

from typing import Any, cast

import yaml

from bookwheel.parsing.safe_yaml import refusal_of
from bookwheel.parsing.things.structured.values import Budget, Unreadable, Value

_Loader: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NULL, _MERGE = "tag:yaml.org,2002:null", "tag:yaml.org,2002:merge"


def read_yaml(text: str) -> list[Value]:
    """Every document of a file. An alias is what its anchor names; inside of itself it is empty.

    Raises:
        Unreadable: for what is no YAML, such as a template of it, or too much; nothing may be stated of a part.
    """
    try:
        if refusal_of(text):
            raise Unreadable
        loader = _Loader(text)
        try:
            reading = _Reading()
            found: list[Value] = []
            while loader.check_node():
                found.append(reading.value(cast("yaml.Node", loader.get_node()), 0))
            return found
        finally:
            loader.dispose()
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise Unreadable from error


class _Reading:
    """Nodes on their way into values, each once however often it is named."""

    def __init__(self) -> None:
        self._budget = Budget()
        self._made: dict[int, Value] = {}
        self._nodes: list[yaml.Node] = []  # held, so that no other node can have the identity of one that was read

    def value(self, node: yaml.Node, depth: int) -> Value:
        line = int(cast(Any, node.start_mark).line) + 1
        if isinstance(node, yaml.ScalarNode):
            self._budget.spend(depth)
            return Value(line, "" if node.tag == _NULL else str(node.value))
        made = self._made.get(id(node))
        if made is not None:
            return made
        self._budget.spend(depth)
        self._nodes.append(node)
        self._made[id(node)] = Value(line)  # what a cycle finds
        if isinstance(node, yaml.SequenceNode):
            items = [self.value(one, depth + 1) for one in cast("list[yaml.Node]", node.value)]
            made = Value(line, items=items)
        else:
            made = Value(line, fields=self._fields(cast(yaml.MappingNode, node), depth))
        self._made[id(node)] = made
        return made

    def _fields(self, node: yaml.MappingNode, depth: int) -> dict[str, Value]:
        own: dict[str, Value] = {}
        merged: dict[str, Value] = {}
        for key, value in cast("list[tuple[yaml.Node, yaml.Node]]", node.value):
            if not isinstance(key, yaml.ScalarNode):
                raise Unreadable  # `{{ .Values.name }}` is such a key: a template
            made = self.value(value, depth + 1)
            if key.tag == _MERGE:
                for source in made.items if made.items is not None else [made]:
                    for name, one in (source.fields or {}).items():
                        self._budget.spend(depth)
                        merged.setdefault(name, one)
            else:
                own[str(key.value)] = made.at_line(int(cast(Any, key.start_mark).line) + 1)
        return {**own, **{name: one for name, one in merged.items() if name not in own}}
