"""Settings as they are read and changed over the wire."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SettingRequest:
    """Read one setting (`keyword.title`), or all with an empty name."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class SettingChange:
    """Write one setting; `value` is parsed by the setting's type."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting by its dotted name, its value and default as text, its type's name and what it does.

    A number lies between `least` and `most`; a text is one of `choices`, where there are any.
    """

    name: str
    value: str
    default: str
    type: str
    about: str
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SettingsAnswer:
    """Settings by name."""

    settings: tuple[Setting, ...]
