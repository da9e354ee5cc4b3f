"""Settings as text: the content of settings.toml, and single values by their dotted names."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace
from typing import Any, cast, get_type_hints

from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.messages import Message
from bookwheel.domain.service.settings import Setting
from bookwheel.settings import LINES, Settings

BEGINNING = "# Settings of this library that differ from their defaults; edit them while no service runs.\n"
END = "# End of settings\n"

RENAMED = {"keyword.siblings": "keyword.same_document_boost", "fusion.aside_ms": "fusion.embed_on_demand_ms"}
"""Settings that were renamed: the old name, which is still read, and the new one."""


def parse(text: str) -> tuple[Settings, tuple[Message, ...]]:
    """The settings in a file's text and a sentence for each value that is not usable, which is left at its default.

    Raises:
        ValueError: when the text is no TOML.
    """
    table = tomllib.loads(text)
    settings, notices = Settings(), list[Message]()
    for group, values in table.items():
        if not isinstance(values, dict):
            notices.append(Message("Unknown setting {name} was ignored.", name=group))
            continue
        for name, value in cast("dict[str, object]", values).items():
            try:
                settings = with_value(settings, f"{group}.{name}", _as_text(value))
            except (BadRequest, NotFound) as error:
                notices.append(error.message)
    return settings, tuple(notices)


def render(settings: Settings) -> str:
    """What differs from the defaults as a file's text; its last line tells a file that was cut short."""
    import tomlkit  # noqa: PLC0415 - it takes 20 ms, and most processes write no settings

    table: dict[str, dict[str, object]] = {}
    for group in fields(settings):
        values = getattr(settings, group.name)
        changed = {own.name: value for own in fields(values) if (value := getattr(values, own.name)) != own.default}
        if changed:
            table[group.name] = changed
    return f"{BEGINNING}{tomlkit.dumps(table)}{END}"


def has_old_names(text: str) -> bool:
    """Return whether a file's text, which is valid TOML, uses a name that was replaced."""
    table = tomllib.loads(text)
    names = (name.partition(".") for name in RENAMED)
    return any(own in values for group, _, own in names if isinstance(values := table.get(group), dict))


def list_settings(settings: Settings) -> tuple[Setting, ...]:
    """Every setting by its dotted name."""
    rows: list[Setting] = []
    for group in fields(settings):
        values = getattr(settings, group.name)
        types = get_type_hints(cast("type[object]", type(values)))
        rows.extend(
            Setting(
                f"{group.name}.{own.name}",
                _as_text(getattr(values, own.name)),
                _as_text(own.default),
                own.metadata["kind"] or types[own.name].__name__,
                **{rule: value for rule, value in own.metadata.items() if rule != "kind"},
            )
            for own in fields(values)
        )
    return tuple(rows)


def with_value(settings: Settings, name: str, value: str) -> Settings:
    """Return the settings with one of them set from text, by its name or its old one.

    Raises:
        NotFound: for an unknown name, with near names.
        BadRequest: for a value of the wrong kind or out of range.
    """
    name = RENAMED.get(name, name)
    group_name, _, own_name = name.partition(".")
    is_group = group_name in {known.name for known in fields(settings)}
    group: Any = getattr(settings, group_name) if is_group else None
    known = {own.name: own for own in fields(group)} if is_group else {}
    if own_name not in known:
        names = [setting.name for setting in list_settings(settings)]
        near = [near for near in names if own_name and own_name in near] or [
            near for near in names if group_name in near
        ]
        raise NotFound("There is no setting {name}.", name=name, did_you_mean=near[:5], next="bookwheel settings get")
    own = known[own_name]
    parsed = _parsed(name, value, get_type_hints(cast("type[object]", type(group)))[own_name])
    if own.metadata["kind"] == LINES:
        parsed = "\n".join(dict.fromkeys(line.strip() for line in str(parsed).splitlines() if line.strip()))
    least, most = own.metadata["least"], own.metadata["most"]
    if least is not None and not least <= parsed <= most:
        raise BadRequest(
            "{name} must be between {least} and {most}, not {text}.",
            name=name,
            least=f"{least:g}",
            most=f"{most:g}",
            text=value,
        )
    return replace(settings, **{group_name: replace(group, **{own_name: parsed})})


def _parsed(name: str, value: str, kind: type) -> bool | int | float | str:
    text = value.strip()
    if kind is bool:
        if text.lower() in ("true", "yes", "on", "1"):
            return True
        if text.lower() in ("false", "no", "off", "0"):
            return False
        raise BadRequest("{name} must be true or false, not {text}.", name=name, text=value)
    try:
        return kind(text)
    except ValueError:
        raise BadRequest(
            "{name} must be {kind}, not {text}.",
            name=name,
            kind="a whole number" if kind is int else "a number",
            text=value,
        ) from None


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        short = f"{value:g}"
        return short if float(short) == value else repr(value)
    return str(value)
