"""Reasons that the service gives inside of a sentence, marked for translation; `heard` says them."""

from __future__ import annotations

from bookwheel.gui.i18n.translation import QT_TR_NOOP

REASONS = (
    QT_TR_NOOP("line {line} ({pattern}): {reason}"),
    QT_TR_NOOP("and {count} more"),
    QT_TR_NOOP("it ends in a backslash"),
    QT_TR_NOOP("it names nothing"),
    QT_TR_NOOP("it is longer than any path"),
    QT_TR_NOOP("there is no class [:{name}:]"),
    QT_TR_NOOP("it is a symbolic link"),
    QT_TR_NOOP("it is not a regular file"),
    QT_TR_NOOP("it is larger than {size} MB"),
    QT_TR_NOOP("it lies outside the folder"),
)
