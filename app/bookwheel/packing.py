"""Dataclasses to JSON and back, with messages as templates and their values.

Apart from the methods of the wire, so that children which send few kinds of values load no others.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from typing import TypeVar, cast

import msgspec

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.messages import Message

T = TypeVar("T")

_NAMED = re.compile(r"(?<!\{)\{([A-Za-z_]\w*)\}")
_PLAIN = re.compile(r"(?:[^{}]|\{\{|\}\}|\{[A-Za-z_]\w*\})*+")
"""A template that only names values: what comes from elsewhere must not choose how wide they are printed."""


def encode(value: object) -> bytes:
    """A dataclass as compact JSON for Bookwheel's own processes: messages as templates with their values."""
    return msgspec.json.encode(value, enc_hook=pack_message)


def encode_as_text(value: object) -> bytes:
    """A dataclass as compact JSON for other programs: messages as English text."""
    return msgspec.json.encode(value, enc_hook=as_text)


def as_text(value: object) -> str:
    """Return a message's English text, for the encoders of msgspec."""
    if isinstance(value, Message):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} does not cross the wire.")


@dataclass(frozen=True, slots=True)
class _Template:
    """A message on the wire, unless it is verbatim and so a plain text there."""

    template: str
    values: dict[str, str | _Template]


def pack_message(value: object) -> object:
    """Return a message as plain values, for the encoders of msgspec."""
    if isinstance(value, Message) and value.template:
        return {"template": value.template, "values": value.values}
    return as_text(value)


def unpack_message(kind: type, written: object) -> object:
    """Return the message that `pack_message` gave, for the decoders of msgspec; what may be anything stays as it is."""
    if kind is object:
        return written
    if kind is not Message:
        raise NotImplementedError(f"{kind.__name__} does not cross the wire.")
    return _filled(convert(written, str | _Template))  # type: ignore[arg-type]


def _filled(written: str | _Template) -> Message:
    if isinstance(written, str):
        return Message.verbatim(written)
    if written.values and not (
        _PLAIN.fullmatch(written.template) and written.values.keys() >= set(_NAMED.findall(written.template))
    ):
        raise BadRequest("A message is not a template with its values.")
    return Message(written.template, **{name: _filled(value) for name, value in written.values.items()})


_decoders: dict[object, msgspec.json.Decoder[object]] = {}
_learning = threading.Lock()
"""Held while a decoder is made: another thread that meets what msgspec knows of a class before it is whole, crashes."""


def _decoder_of(kind: type[object]) -> msgspec.json.Decoder[object]:
    known = _decoders.get(kind)
    if known is None:
        with _learning:
            known = _decoders[kind] = msgspec.json.Decoder(kind, dec_hook=unpack_message)
    return known


def convert(value: object, kind: type[T]) -> T:
    """Plain values as what they stand for.

    Raises:
        msgspec.ValidationError: when they do not fit.
    """
    _decoder_of(kind)
    return msgspec.convert(value, kind)


def decode(content: bytes | str, kind: type[T]) -> T:
    """A dataclass from JSON.

    Raises:
        BadRequest: when the JSON is torn or does not fit; the message names the field, never a value.
    """
    decoder = _decoder_of(kind)
    try:
        return cast(T, decoder.decode(content))
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise BadRequest("The message does not fit {name}: {reason}.", name=kind.__name__, reason=error) from None
