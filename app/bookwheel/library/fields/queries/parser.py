"""Expressions read from tokens, in Dataview's grammar or in that of Bases."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from bookwheel.domain.messages import Message
from bookwheel.library.fields.queries.budget import QueryFailed, not_understood, too_deep
from bookwheel.library.fields.queries.expressions import (
    Binary,
    Call,
    Expression,
    Lambda,
    ListOf,
    Literal,
    Member,
    Name,
    ObjectOf,
    Unary,
)
from bookwheel.library.fields.queries.literals import named_day, parse_date, parse_duration, parse_link, parse_number
from bookwheel.library.fields.queries.tokens import Token, tokens_of, unquoted
from bookwheel.library.fields.queries.values import Link

_DEEPEST = 40
_COMPARING = frozenset(("=", "==", "!=", "<", "<=", ">", ">="))
_SPELLED = {"&&": "and", "&": "and", "||": "or", "|": "or", "==": "="}
_CONSTANTS = {"true": True, "false": False, "null": None}
_IMPLICIT = frozenset(("filter", "map", "reduce"))
"""Methods of Bases whose argument is an expression of `value`, `index` and `acc`."""


class Parser:
    """Reads the expressions of one query; of one thread."""

    def __init__(self, text: str, *, is_base: bool = False, now: datetime | None = None) -> None:
        """`now` is what `date(today)` goes by."""
        self.text, self.is_base, self.now = text, is_base, now or datetime.now()
        self._tokens = tokens_of(text, is_base=is_base)
        self._at = self._depth = 0

    @property
    def token(self) -> Token:
        """The token that comes next."""
        return self._tokens[self._at]

    @property
    def last_end(self) -> int:
        """Where the token before it ends."""
        return self._tokens[self._at - 1].end if self._at else 0

    @property
    def is_done(self) -> bool:
        """Whether nothing is left."""
        return self.token.kind == "end"

    def next(self) -> Token:
        """Take the next token."""
        token = self.token
        self._at = min(self._at + 1, len(self._tokens) - 1)
        return token

    def take(self, *texts: str) -> str:
        """Take the next token if it is one of these signs or words; what it was, in lower case."""
        token = self.token
        lowered = token.text.lower()
        if token.kind in ("sign", "name") and lowered in texts:
            self.next()
            return lowered
        return ""

    def expect(self, text: str) -> None:
        """Take this sign or word.

        Raises:
            QueryFailed: where something else stands.
        """
        if not self.take(text):
            raise self.failure()

    def failure(self) -> QueryFailed:
        """What to raise at the next token."""
        if self.is_done:
            return QueryFailed(Message("This query ends too early."))
        return not_understood(self.text[self.token.start :].strip())

    def whole(self) -> Expression:
        """The one expression that the text is.

        Raises:
            QueryFailed: where it is none, or more follows.
        """
        found = self.expression()
        if not self.is_done:
            raise self.failure()
        return found

    def expression(self) -> Expression:
        """The expression that comes next."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise too_deep()
        try:
            if self.is_base:
                return self._chain(("or", "||"), lambda: self._chain(("and", "&&"), self._comparison))
            return self._chain(("and", "or", "&", "|", "&&", "||"), self._comparison)
        finally:
            self._depth -= 1

    def _chain(self, operators: tuple[str, ...], inner: Callable[[], Expression]) -> Expression:
        left = inner()
        links = 0
        while operator := self.take(*operators):
            links += 1
            if links > 500:
                raise too_deep()
            left = Binary(_SPELLED.get(operator, operator), left, inner())
        return left

    def _comparison(self) -> Expression:
        return self._chain(tuple(_COMPARING), lambda: self._chain(("+", "-"), self._product))

    def _product(self) -> Expression:
        return self._chain(("*", "/", "%"), self._unary)

    def _unary(self) -> Expression:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise too_deep()
        try:
            if operator := self.take("!", "-"):
                return Unary(operator, self._unary())
            return self._postfix(self._primary())
        finally:
            self._depth -= 1

    def _postfix(self, of: Expression) -> Expression:
        links = 0
        while self.token.text in (".", "[", "(") and self.token.kind == "sign":
            links += 1
            if links > 100:
                raise too_deep()
            if self.take("."):
                of = self._after_point(of)
            elif self.take("["):
                of = Member(of, self.expression())
                self.expect("]")
            elif isinstance(of, Name):
                self.next()
                of = Call(of.name.lower(), self._arguments(), of.name)
            else:
                break
        return of

    def _after_point(self, of: Expression) -> Expression:
        if self.token.kind not in ("name", "tag"):
            raise self.failure()
        token = self.next()
        if self.take("("):
            name = token.text.lower()
            arguments = self._arguments()
            if self.is_base and name in _IMPLICIT and arguments:
                arguments = (Lambda(("value", "index", "acc"), arguments[0]), *arguments[1:])
            return Call(name, (of, *arguments), token.text)
        return Member(of, Literal(token.text))

    def _arguments(self) -> tuple[Expression, ...]:
        found: list[Expression] = []
        while not self.take(")"):
            found.append(self.expression())
            if not self.take(","):
                self.expect(")")
                break
            if len(found) > 200:
                raise too_deep()
        return tuple(found)

    def _primary(self) -> Expression:
        token = self.token
        if token.kind == "sign":
            return self._bracketed()
        if token.kind == "end":
            raise self.failure()
        self.next()
        match token.kind:
            case "text":
                return Literal(unquoted(token.text))
            case "number":
                return Literal(parse_number(token.text))
            case "tag":
                return Literal(token.text)
            case "duration":
                return Literal(parse_duration(token.text))
            case "link":
                return Literal(parse_link(token.text) or Link(""))
            case "pattern":
                pattern, _, flags = token.text[1:].rpartition("/")
                return Call("regex", (Literal(pattern), Literal(flags)))
            case "name":
                return self._named(token)
            case _:
                raise not_understood(token.text)

    def _named(self, token: Token) -> Expression:
        name = token.text
        if name.lower() in _CONSTANTS:
            return Literal(_CONSTANTS[name.lower()])
        if not self.is_base and name.lower() in ("date", "dur") and self.token.text == "(":
            written = self._raw_argument()
            if written is not None:
                return written
        return Name(name)

    def _raw_argument(self) -> Expression | None:
        """`date(today)`, `date(2026-01-31)`, `dur(7 days)`; None where an expression stands in the brackets."""
        start = self._at
        is_date = self._tokens[self._at - 1].text.lower() == "date"
        opening = self.next()
        end = self._at
        while self._tokens[end].text not in (")", "") or self._tokens[end].kind not in ("sign", "end"):
            end += 1
        raw = self.text[opening.end : self._tokens[end].start].strip()
        found = (named_day(raw.lower(), self.now) or parse_date(raw)) if is_date else parse_duration(raw)
        if found is None or self._tokens[end].kind == "end":
            self._at = start
            return None
        self._at = end + 1
        return Literal(found)

    def _bracketed(self) -> Expression:
        if self.take("("):
            function = self._lambda()
            if function is not None:
                return function
            found = self.expression()
            self.expect(")")
            return found
        if self.take("["):
            items: list[Expression] = []
            while not self.take("]"):
                items.append(self.expression())
                if not self.take(","):
                    self.expect("]")
                    break
            return ListOf(tuple(items))
        if self.take("{"):
            return self._object()
        raise self.failure()

    def _object(self) -> Expression:
        pairs: list[tuple[str, Expression]] = []
        while not self.take("}"):
            if self.token.kind not in ("name", "text"):
                raise self.failure()
            token = self.next()
            self.expect(":")
            pairs.append((unquoted(token.text) if token.kind == "text" else token.text, self.expression()))
            if not self.take(","):
                self.expect("}")
                break
        return ObjectOf(tuple(pairs))

    def _lambda(self) -> Expression | None:
        """What follows an opening bracket, where it is `a, b) => …`."""
        start, names = self._at, list[str]()
        while self.token.kind == "name":
            names.append(self.next().text)
            if not self.take(","):
                break
        if self.take(")") and self.take("=>"):
            return Lambda(tuple(names), self.expression())
        self._at = start
        return None
