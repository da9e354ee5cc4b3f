"""What an expression of a query is made of, once it was read."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.library.fields.queries.values import Value


@dataclass(frozen=True, slots=True)
class Literal:
    """A value as it stands."""

    value: Value


@dataclass(frozen=True, slots=True)
class Name:
    """A field or variable."""

    name: str


@dataclass(frozen=True, slots=True)
class Member:
    """A field of something: `file.name`, `rows["due date"]`."""

    of: Expression
    key: Expression


@dataclass(frozen=True, slots=True)
class Call:
    """A function, `written` as in the query, with its arguments; of a method, what it is called on comes first."""

    name: str
    arguments: tuple[Expression, ...]
    written: str = ""


@dataclass(frozen=True, slots=True)
class Unary:
    """`!` or `-` before something."""

    operator: str
    of: Expression


@dataclass(frozen=True, slots=True)
class Binary:
    """Two things and what stands between them."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class ListOf:
    """`[a, b]`."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ObjectOf:
    """`{a: 1}`."""

    pairs: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True, slots=True)
class Lambda:
    """`(a, b) => a + b`."""

    names: tuple[str, ...]
    body: Expression


Expression = Literal | Name | Member | Call | Unary | Binary | ListOf | ObjectOf | Lambda
