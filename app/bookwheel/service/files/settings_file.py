"""The library's settings file: written by the service, edited by people, and backed up beside it."""

from __future__ import annotations

import contextlib
from pathlib import Path

from bookwheel import settings_text
from bookwheel.domain.messages import Message
from bookwheel.service.files.backed_file import BackedFile, read_bytes
from bookwheel.settings import Settings

_LABEL = Message("The settings file")


class SettingsFile:
    """Loads and saves the settings; not thread-safe.

    A hand edit is no damage: a value that cannot be used falls to its default and is named, and a file that is no valid
    TOML stays as it is while the backup's values are in force. A file that is empty, cut short or holds zero bytes was
    left by a crash, and is restored.
    """

    def __init__(self, path: Path) -> None:
        """Read nothing yet."""
        self._file = BackedFile(path, _LABEL, Message("The default settings are used."), self._is_sound)
        self._problems: tuple[Message, ...] = ()
        self._edited: tuple[str, ...] = ()

    @property
    def notices(self) -> tuple[Message, ...]:
        """What the person has to know: restored files and values that were not usable."""
        return (*self._file.notices, *self._problems)

    @property
    def edited(self) -> tuple[str, ...]:
        """The settings that were edited by hand since the service last read or wrote the file."""
        return self._edited

    def load(self) -> Settings:
        """Return the settings in force: the file's, or its backup's, or the defaults."""
        try:
            content, kept = read_bytes(self._file.path), read_bytes(self._file.backup)
            fault = _find_fault(content) if content is not None and not _is_torn(content, kept) else ""
            if fault:
                self._problems = (
                    Message(
                        "The settings file is not valid TOML ({reason}), so the settings of the last start are "
                        "used. Fix the file and restart Bookwheel.",
                        reason=fault,
                    ),
                )
                return _parse(kept)[0] if kept is not None and not _find_fault(kept) else Settings()
            content = self._file.read()
        except OSError as error:
            self._problems = (
                Message(
                    "The settings file could not be read ({reason}). The default settings are used.",
                    reason=error.strerror,
                ),
            )
            return Settings()
        found, self._problems = _parse(content) if content is not None else (Settings(), ())
        before = _parse(kept)[0] if kept is not None and not _find_fault(kept) else found
        self._edited = _differing(before, found)
        if content is not None and not self._problems and settings_text.has_old_names(content.decode()):
            with contextlib.suppress(OSError):  # a disk that refuses writes; old names can be read again
                self.save(found)
        return found

    def refresh(self, current: Settings) -> Settings:
        """Return the settings with what was edited by hand since; the current ones when the file cannot be used."""
        content = read_bytes(self._file.path)
        if content is None or content == self._file.known or not self._is_sound(content):
            return current
        return self.load()

    def save(self, values: Settings) -> None:
        """Write the settings that differ from their defaults; a file that is not valid is set aside first."""
        self._file.write(settings_text.render(values).encode())
        self._problems = ()

    def find_fault(self) -> Message:
        """Say what is wrong with the file or its backup now; empty when nothing is."""
        return self._problems[0] if self._problems else self._file.find_fault()

    def _is_sound(self, content: bytes) -> bool:
        return not _is_torn(content, read_bytes(self._file.backup)) and not _find_fault(content)


def _is_torn(content: bytes, backup: bytes | None) -> bool:
    """Whether this was left by a crash rather than by a person: zero bytes, or a beginning of the backup."""
    if b"\0" in content:
        return True
    is_beginning = backup is not None and len(content) < len(backup) and backup.startswith(content)
    if not is_beginning or backup is None:
        return False
    return backup.endswith(settings_text.END.encode()) or not content.endswith(b"\n")


def _find_fault(content: bytes) -> str:
    try:
        settings_text.parse(content.decode())
    except ValueError as error:
        return str(error)
    return ""


def _parse(content: bytes) -> tuple[Settings, tuple[Message, ...]]:
    return settings_text.parse(content.decode())


def _differing(before: Settings, after: Settings) -> tuple[str, ...]:
    pairs = zip(settings_text.list_settings(before), settings_text.list_settings(after), strict=True)
    return tuple(new.name for old, new in pairs if old.value != new.value)
