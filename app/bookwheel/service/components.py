"""What one service owns, from the state file to the indexer, opened in the order in which it is needed."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from bookwheel import settings, settings_text
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.errors import BookwheelError, InternalError, ServiceUnavailable
from bookwheel.domain.messages import Message
from bookwheel.domain.search import EVERYTHING
from bookwheel.domain.service.activity import Activity
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.service.requests import Empty
from bookwheel.indexes.activity import ActivityStore
from bookwheel.indexes.state import State
from bookwheel.library.indexing.collections import Collections
from bookwheel.paths import LibraryPaths, command
from bookwheel.service.activity import ActivityLog
from bookwheel.service.events import Events
from bookwheel.service.files import discovery, library_folder
from bookwheel.service.files.settings_file import SettingsFile
from bookwheel.service.files.storage_watch import StorageWatch
from bookwheel.service.files.tokens import Tokens
from bookwheel.service.images.remote_images import RemoteImages
from bookwheel.service.models.models import Models
from bookwheel.service.passwords.passwords import Passwords
from bookwheel.service.sources import power
from bookwheel.service.sources.ingester import Ingester
from bookwheel.service.sources.ingestion import Ingestion
from bookwheel.service.sources.jobs import Jobs
from bookwheel.service.sources.publishing import Publishing
from bookwheel.service.sources.refreshes import Refreshes
from bookwheel.service.sources.source_fetches import SourceFetches
from bookwheel.service.sources.sources import Sources
from bookwheel.system_keyring import SystemKeyring

if TYPE_CHECKING:
    from bookwheel.library.library import Library
    from bookwheel.service.memory_maintenance import MemoryKeeper
    from bookwheel.service.passwords.unlocking import Unlocking
    from bookwheel.service.workers.embedder_supervisor import Embedder
    from bookwheel.service.workers.indexer_supervisor import Intake
    from bookwheel.service.workers.map_supervisor import Mapping
    from bookwheel.service.workers.mapping_previews import MappingPreviews
    from bookwheel.service.workers.shape_checks import ShapeChecks
    from bookwheel.service.workers.sparql_supervisor import Questions
    from bookwheel.service.workers.topic_supervisor import TopicSupervisor

ACTIVITY_DAYS = "agents.activity_days"
"""The setting that says how long calls are kept; a shorter time holds at once."""

CACHE_MB = "images.cache_mb"
"""The setting that bounds the cache of remote images; a smaller one holds at once."""

STAND_S = 0.5
"""Seconds between two looks at the files by which the service is found."""

LAST_WORDS_S = 3.0
"""Seconds at most in which those who listen are told why the service ends."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Opened:
    """The parts that take a moment to load."""

    library: Library
    intake: Intake
    embedder: Embedder
    mapping: Mapping
    topics: TopicSupervisor
    memory: MemoryKeeper
    unlocking: Unlocking
    shapes: ShapeChecks
    mapping_previews: MappingPreviews


class Parts:
    """The light parts at once, the heavy ones in `open`. Safe to use from any thread."""

    def __init__(
        self, paths: LibraryPaths, state: State, url: str, *, is_personal: bool = True, vectors: str = "",
        words: str = "",
    ) -> None:  # fmt: skip
        """Take over the open state; `url` is where the service listens.

        `vectors` and `words` are the addresses of engines, if any.

        One that is not a person's own is not announced to that person's programs, asks no keyring and draws no map.
        """
        self.paths, self.state, self.url = paths, state, url
        self._is_personal, self._vectors, self._words = is_personal, vectors, words
        self.folder = library_folder.identify(paths)
        self.started = time.monotonic()
        self.settings_file = SettingsFile(paths.settings)
        self.settings = self.settings_file.load()
        self.events = Events(int(time.time()) * 1000)
        self.activity = ActivityLog(ActivityStore(paths.activity), state, self._announce)
        self.tokens = Tokens(paths.tokens)
        self.collections = Collections(state, paths)
        self.collections.are_notes_allowed = lambda: self.settings.notes.create
        self.logins = Passwords(state, SystemKeyring(), "logins")
        self.jobs = Jobs(state, lambda: self._tell(EventKind.JOBS_CHANGED))
        fetches = [*command(), "child", "crawler", "--library", str(paths.root)]
        self.fetches = SourceFetches(
            paths, fetches, self.jobs, self.logins.get, self.collections.keep_kind, self.collections.keep_key
        )
        kinds = (SourceKind.SITE, SourceKind.FEED, SourceKind.GIT, SourceKind.PUBLICATION)
        self.refreshes = Refreshes(
            self.jobs, self.collections.find, dict.fromkeys(kinds, self.fetches.run),
            collections=self.collections.all, may_refresh=lambda: power.may_refresh(self.settings.sources),
            stop=self.fetches.close,
        )  # fmt: skip
        self.sources = Sources(paths, self.collections, self.jobs, self.refreshes, self.logins)
        ingester = Ingester([*command(), "child", "ingester", "--library", str(paths.root)], paths.log)
        self.ingestion = Ingestion(paths, self.collections, self.jobs, ingester)
        self.passwords = Passwords(state, SystemKeyring())
        publisher = [*command(), "child", "publisher", "--library", str(paths.root)]
        self.publishing = Publishing(paths, publisher, self.jobs, self.collections.find, self.passwords.opened)
        self.images = RemoteImages(
            paths.images, lambda: self.settings, self.replace_settings,
            lambda slug: self.collections.find(slug).name, lambda: self._tell(EventKind.IMAGES_CHANGED),
        )  # fmt: skip
        self.models = Models(
            lambda: self.settings, self.replace_settings,
            lambda: tuple(collection.slug for collection in self.collections.all()),
            lambda name: self.collections.find(name).slug,
        )  # fmt: skip
        self.storage = StorageWatch(paths.root, self._tell_storage)
        self.is_draining = False
        self._are_agents_paused = state.mark("are_agents_paused") == "yes"
        self._opened: Opened | None = None
        self._questions: Questions | None = None
        self._failure: BookwheelError | None = None
        self._is_open = threading.Event()
        self._is_closing = threading.Event()
        self._change = threading.Lock()

    @property
    def opened(self) -> Opened | None:
        """The heavy parts, None while they load."""
        return self._opened

    @property
    def failure(self) -> BookwheelError | None:
        """Why the library could not be opened."""
        return self._failure

    @property
    def notices(self) -> tuple[Message, ...]:
        """What the person has to know about the state, the settings, the tokens and the list of calls."""
        files = (*self.settings_file.notices, *self.tokens.file.notices, *self.activity.notices)
        return (*self.state.notices, *files)

    @property
    def are_agents_paused(self) -> bool:
        """Whether the person holds every agent's calls."""
        return self._are_agents_paused

    def pause_agents(self, is_paused: bool) -> None:
        """Hold every agent's calls, or let them go on; kept over restarts."""
        self.state.set_mark("are_agents_paused", "yes" if is_paused else "")
        self._are_agents_paused = is_paused

    @property
    def revision(self) -> int:
        """The newest published revision known."""
        return self._opened.library.revision if self._opened is not None else 0

    def open(self) -> None:
        """Load and open the library; `start` begins to take in what changed."""
        if self._is_personal:
            threading.Thread(target=self._stand, name="stand", daemon=True).start()
        try:
            self._opened = self._assemble()
        except BookwheelError as error:
            logger.exception("The library could not be opened.")
            self._failure = error
        except Exception:  # the thread's edge: every call says then what happened
            logger.exception("The library could not be opened.")
            self._failure = InternalError("The library could not be opened. See its log for details.")
        self._is_open.set()

    def _assemble(self) -> Opened:
        """Load the library and what works on it, and connect them."""
        from bookwheel.indexes.keyword.store import open_words  # noqa: PLC0415 - likewise
        from bookwheel.indexes.vector_store import open_vectors  # noqa: PLC0415 - likewise
        from bookwheel.library.annotations.annotations import Annotations  # noqa: PLC0415 - likewise
        from bookwheel.library.annotations.pinned_passages import Tray  # noqa: PLC0415 - likewise
        from bookwheel.library.annotations.reading_progress import ReadingProgress  # noqa: PLC0415 - likewise
        from bookwheel.library.embedding.shared_meaning import SharedMeaning  # noqa: PLC0415 - likewise
        from bookwheel.library.library import Library  # noqa: PLC0415 - the server listens before this is loaded
        from bookwheel.library.reading.protected_files import SourceFiles  # noqa: PLC0415 - likewise
        from bookwheel.library.snapshot.shared_words import SharedWords  # noqa: PLC0415 - likewise
        from bookwheel.library.topics.live_topics import LibraryView, LiveTopics  # noqa: PLC0415 - likewise
        from bookwheel.library.topics.topic_proposals import TopicProposals  # noqa: PLC0415 - likewise
        from bookwheel.service.memory_maintenance import MemoryKeeper  # noqa: PLC0415 - likewise
        from bookwheel.service.passwords.unlocking import Unlocking  # noqa: PLC0415 - likewise
        from bookwheel.service.workers.embedder_supervisor import Embedder  # noqa: PLC0415 - likewise
        from bookwheel.service.workers.graph_keeper import GraphKeeper  # noqa: PLC0415 - likewise
        from bookwheel.service.workers.indexer_supervisor import Intake  # noqa: PLC0415 - likewise
        from bookwheel.service.workers.map_supervisor import Mapping  # noqa: PLC0415 - likewise
        from bookwheel.service.workers.mapping_previews import MappingPreviews  # noqa: PLC0415 - likewise
        from bookwheel.service.workers.shape_checks import ShapeChecks  # noqa: PLC0415 - likewise
        from bookwheel.service.workers.sparql_supervisor import Questions  # noqa: PLC0415 - likewise
        from bookwheel.service.workers.topic_supervisor import TopicSupervisor  # noqa: PLC0415 - likewise

        meaning = SharedMeaning(self.paths, partial(open_vectors, self._vectors)) if self._vectors else None
        words = SharedWords(self.paths, open_words(self._words)) if self._words else None
        library = Library(self.paths, self.settings, self.collections.all, meaning, words)
        asks = [*command(), "child", "sparql", "--library", str(self.paths.root)]
        self._questions = Questions(asks, self.paths.log, lambda: self.settings.query)
        library.queries.ask = self._questions.ask
        keeper = GraphKeeper([*command(), "child", "graph", "--library", str(self.paths.root)], self.paths.log)
        library.graphs.keep, library.graphs.on_closing = keeper.keep, keeper.close
        library.on_storage_refused = self.storage.refuse_call
        intake = Intake(
            self.paths, self.state, self.collections, library, self.events, self.activity, lambda: self.settings,
            self.storage,
        )  # fmt: skip
        embedder = Embedder(
            self.paths, self.state, library, self.events, lambda: self.settings,
            self.collections.all,
            # The indexer takes 300 MB and more while it brings the graph up to many documents, and ends then.
            lambda: intake.is_busy or not (intake.is_graph_there or intake.is_failing),
            lambda: intake.progress.is_paused, self.storage,
        )  # fmt: skip
        intake.passwords, self.passwords.on_loaded = self.passwords.all, intake.unlock

        library.ingestion = self.ingestion
        self.ingestion.count_waiting_files = lambda slug: intake.readiness.pending((slug,)) or 0
        self.publishing.count_waiting_files = lambda slug: intake.readiness.pending((slug,))
        library.graphs.give_way = intake.give_way = self.publishing.wait

        def forget(slug: str) -> None:
            self.ingestion.forget(slug)
            self.tokens.forget_collection(slug)
            self.sources.forget(slug)
            embedder.forget(slug)
            self.images.forget(slug)
            if gone := self.passwords.prune(library.known_hashes):
                intake.unlock(gone)

        intake.on_forgotten = forget
        self.sources.on_changed = partial(self._tell, EventKind.COLLECTIONS_CHANGED)
        self.sources.on_added, self.sources.cards = intake.take_in, lambda: library.collections(Empty()).collections
        self.publishing.cards = self.sources.cards
        self.refreshes.on_fetched = self.fetches.on_arriving = intake.take_in_publication
        embedder.on_long_run = intake.rest
        library.on_viewed = embedder.viewed
        draws = [*command(), "child", "map", "--library", str(self.paths.root)]
        mapping = Mapping(
            draws, self.paths.log, self.state, library, self.events,
            lambda: intake.is_busy or self.publishing.is_working, lambda: embedder.is_busy,
        )  # fmt: skip
        makes = [*command(), "child", "topics", "--library", str(self.paths.root)]
        view = LibraryView(library.seen, lambda: library.graphs.now, lambda: library.meaning.views)
        library.topics_now = LiveTopics(self.state, view)
        library.topics_now.on_stored = intake.state_topics
        library.map_now.trees = library.topics_now.trees
        library.topic_proposals = TopicProposals(
            self.state, library.seen, library.topics_now, lambda: self._tell(EventKind.TOPICS_PROPOSED)
        )
        topics = TopicSupervisor(
            makes, self.paths.log, library, library.topics_now, self.events,
            lambda: [collection.slug for collection in self.collections.all()],
            lambda: intake.is_busy or self.publishing.is_working, lambda: embedder.is_busy,
        )  # fmt: skip
        memory = MemoryKeeper(self.state, library, lambda: self.settings, self.events)
        memory.links.relink = memory.same.restate = intake.link
        library.reports.dismissed = self.state.dismissed
        library.tray = Tray(self.state, library.seen, lambda: self._tell(EventKind.TRAY_CHANGED))
        library.annotations = Annotations(self.state, library.seen, lambda: self._tell(EventKind.ANNOTATIONS_CHANGED))
        library.reading = ReadingProgress(self.state, library.seen, partial(self._tell, EventKind.READING_CHANGED))
        files = SourceFiles(self.collections.all, lambda: library.seen(EVERYTHING))
        unlocking = Unlocking(library, files, self.passwords, intake.unlock)
        checks = [*command(), "child", "shapes", "--library", str(self.paths.root)]
        shapes = ShapeChecks(checks, self.paths.log, lambda: library.graphs.revision)
        tries = [*command(), "child", "mapping", "--library", str(self.paths.root)]
        previews = MappingPreviews(tries, self.paths.log)
        return Opened(library, intake, embedder, mapping, topics, memory, unlocking, shapes, previews)

    def start(self) -> None:
        """Begin to take in what changed, to embed, to draw and to sum up."""
        if self._opened is not None and not self.is_draining:
            self._opened.intake.start()
            self.refreshes.start()
            self.publishing.start()
            self.ingestion.start()
            self._opened.embedder.start()
            self._opened.topics.start()
            self._opened.memory.start()
            self._opened.library.watch_words(self._opened.intake.mend_words)
            self.activity.begin(self.settings.agents.activity_days)
            if self._is_personal:
                self.passwords.start()
                self.logins.start()
                self._opened.mapping.start()

    def wait(self, timeout_s: float) -> Opened:
        """The heavy parts, as soon as they are there.

        Raises:
            ServiceUnavailable: when they take too long.
        """
        self._is_open.wait(timeout_s)
        if self._opened is not None:
            return self._opened
        raise self._failure or ServiceUnavailable("The library is still opening; try again in a moment.")

    def replace_settings(self, name: str, value: str) -> settings.Settings:
        """Set one setting, keep it and let everyone know."""
        with self._change:
            changed = settings_text.with_value(self.settings_file.refresh(self.settings), name, value)
            self.settings_file.save(changed)
            self.settings = changed
        if self._opened is not None:
            self._opened.library.settings = self.settings
            self._opened.intake.configure()
            self._opened.embedder.configure()
        if name == CACHE_MB:
            self.images.trim()
        if name == ACTIVITY_DAYS:
            self.activity.prune(self.settings.agents.activity_days)
        self.events.publish(Event(0, EventKind.SETTINGS_CHANGED, self.revision, message=Message.verbatim(name)))
        return self.settings

    def save_settings(self) -> None:
        """Write the settings in force again, setting aside a file that cannot be used."""
        with self._change:
            self.settings_file.save(self.settings)

    def tidy(self) -> None:
        """Drop calls that are too old, and renew the state's backup once a day."""
        self.activity.prune(self.settings.agents.activity_days)
        self.state.keep_backup()

    def leave(self, reason: Message) -> None:
        """Tell the clients why the service ends, and end it without writing anything more."""
        self.is_draining = True
        if self._opened is not None:
            self._opened.embedder.abandon()
        library_folder.leave(reason, lambda: self._say_why(reason))

    def close(self) -> None:
        """Stop what runs and close what is open, the stores last."""
        self._is_closing.set()
        self.storage.close()
        self.images.close()
        self.models.close()
        self.refreshes.close()
        self.publishing.close()
        self.ingestion.close()
        if self._questions is not None:
            self._questions.close()
        if self._opened is not None:
            self._opened.memory.close()
            self._opened.topics.close()
            self._opened.mapping.close()
            self._opened.embedder.close()
            self._opened.intake.close()
            self._opened.library.close()
        self.passwords.close()
        self.logins.close()
        self.activity.close()
        if not self.folder.find_loss():
            self.tokens.close()
        self.state.close()

    def _stand(self) -> None:
        """Keep the service to be found, until it drains; never in a folder that is not its own any more."""
        token = discovery.admin_token(self.paths)
        while not self._is_closing.wait(STAND_S) and not self.is_draining:
            with contextlib.suppress(OSError):  # a full disk; another look follows
                if not self.folder.find_loss():
                    discovery.stand(self.paths, self.url, token)

    def _say_why(self, reason: Message) -> None:
        self.events.end_with(Event(0, EventKind.STOPPING, self.revision, message=reason), LAST_WORDS_S)

    def _tell(self, kind: EventKind, docs: tuple[str, ...] = ()) -> None:
        self.events.publish(Event(0, kind, self.revision, docs=docs))

    def _tell_storage(self, problem: Message) -> None:
        if self._opened is not None:
            self._opened.library.storage_problem = problem
        kind = EventKind.NOTICE_RAISED if problem else EventKind.STORAGE_RECOVERED
        self.events.publish(Event(0, kind, self.revision, message=problem))

    def _announce(self, activity: Activity) -> None:
        self.events.publish(Event(0, EventKind.ACTIVITY_LOGGED, self.revision, activity=activity))
