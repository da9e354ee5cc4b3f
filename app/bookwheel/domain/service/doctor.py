"""The doctor's checks of every store."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain.messages import NO_MESSAGE, Message


@dataclass(frozen=True, slots=True)
class DoctorRequest:
    """Check every store; `repair` mends what can be mended."""

    repair: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """One check: `state` is good, mended, or bad with `advice`."""

    name: Message
    state: str
    message: Message
    advice: Message = NO_MESSAGE


@dataclass(frozen=True, slots=True)
class DoctorAnswer:
    """All checks in order."""

    checks: tuple[Check, ...]
    is_healthy: bool
