"""Follows the grants in the database: a thread that reads them when they were changed, and lets old ones expire."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.team import TeamConfig
from bookwheel.service.team.database.connection import Database
from bookwheel.service.team.database.grants import MOST_GRANTS, GrantTable, Revision
from bookwheel.service.team.grants import Grants, name_unusable

LOOK_S = 2.0
"""Seconds between two looks at the revision, if no notice comes before."""

LULL_S = 0.2
"""Seconds after each look, so that a burst of changes is read once."""

CLOSE_S = 5.0

_NONE = Grants()

logger = logging.getLogger(__name__)


class GrantsWatch:
    """The grants that hold now; any thread may ask. Where the database is away, the last ones hold for a while.

    Ages are those of a clock that nobody sets, so that a wrong time of day changes nothing.
    """

    def __init__(
        self,
        config: TeamConfig,
        on_changed: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Connect to nothing yet; `start` does. `on_changed` is called in the thread when other grants hold."""
        assert config.grants_database is not None, "the caller asks for a configuration with grants"
        self._table = GrantTable(Database(config.grants_database))
        self._names = [collection.name for collection in config.granted]
        self._keep_s, self._clock, self._on_changed = config.grants.keep_minutes * 60.0, clock, on_changed
        self._read: tuple[Grants, float] | None = None
        self._told, self._is_told_again = _NONE, True
        self._revision: Revision | None = None
        self._trouble = ""
        self._tried, self._closing = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._work, name="grants", daemon=True)

    @property
    def current(self) -> Grants:
        """The grants that hold now: none before the first were read, and none once the last ones are too old."""
        read = self._read
        return _NONE if read is None or self._clock() - read[1] > self._keep_s else read[0]

    @property
    def age_s(self) -> float | None:
        """Seconds since the database last said what is granted; None where it never did."""
        read = self._read
        return None if read is None else self._clock() - read[1]

    @property
    def has_tried(self) -> bool:
        """Whether the database was asked once, whatever came of it."""
        return self._tried.is_set()

    @property
    def state(self) -> str:
        """How old the grants are, on one line."""
        age_s = self.age_s
        if age_s is None:
            return "grants: not read"
        return f"grants: read {age_s:.0f} s ago{', expired' if age_s > self._keep_s else ''}"

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def close(self) -> None:
        """Follow no more."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join(CLOSE_S)
        else:
            self._table.close()

    def look(self) -> None:
        """Read the grants where they were changed, and tell when others hold."""
        began = self._clock()
        try:
            stored = self._table.read(self._names, self._revision)
            if stored is not None:
                grants, self._revision = Grants(stored.grants), stored.revision
                self._note(grants, is_cut=stored.is_cut)
                self._read = grants, began
            elif self._read is not None:
                self._read = self._read[0], began
            self._trouble = ""
        except BookwheelError as error:
            if self._trouble != error.message:  # said once, not at every look
                self._trouble = str(error.message)
                logger.warning("The grants are not read now: %s", error.message)
        finally:
            self._tried.set()
        self._tell()

    def _tell(self) -> None:
        """Tell when other grants hold, and once more at the next look: calls that began just before are over then."""
        current = self.current
        if current != self._told or not self._is_told_again:
            self._is_told_again = current == self._told
            self._told = current
            self._on_changed()

    def _work(self) -> None:
        while not self._closing.is_set():
            try:
                self.look()
                self._closing.wait(LULL_S)
                if not self._closing.is_set():
                    self._table.wait(LOOK_S)
            except BookwheelError:
                self._closing.wait(LOOK_S)  # the next look says what is wrong
            except Exception:  # the thread's edge: the last grants hold until they expire
                logger.exception("The grants could not be followed.")
                self._closing.wait(LOOK_S)
        self._table.close()

    def _note(self, grants: Grants, *, is_cut: bool) -> None:
        logger.info("%d grants of the database hold.", grants.count)
        if is_cut:
            logger.error("Only the first %d grants are used.", MOST_GRANTS)
        if grants.unusable:
            logger.error("%d grants show nothing: %s", len(grants.unusable), name_unusable(grants))
