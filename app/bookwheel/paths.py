"""Where things lie: the library's folder and its files, and the resources that ship with the program.

Standard library alone besides platformdirs, which is loaded only when no folder is named.
"""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class LibraryPaths:
    """The files of one library, all below `root`."""

    root: Path

    @property
    def lock(self) -> Path:
        """Held by the service for its life."""
        return self.root / "service.lock"

    @property
    def indexer_lock(self) -> Path:
        """Held by the indexer child for its life."""
        return self.root / "indexer.lock"

    @property
    def discovery(self) -> Path:
        """Where the service says pid, URL and protocol; no token."""
        return self.root / "service.json"

    @property
    def admin_token(self) -> Path:
        """The person's own programs' token, 0600."""
        return self.root / "admin.token"

    @property
    def tokens(self) -> Path:
        """Agents' tokens, 0600."""
        return self.root / "tokens.json"

    @property
    def settings(self) -> Path:
        """The library's settings."""
        return self.root / "settings.toml"

    @property
    def state(self) -> Path:
        """What no file holds."""
        return self.root / "state.sqlite"

    @property
    def state_backup(self) -> Path:
        """The last good copy of the state."""
        return self.root / "state.backup.sqlite"

    @property
    def activity(self) -> Path:
        """The list of calls."""
        return self.root / "activity.sqlite"

    @property
    def catalogue(self) -> Path:
        """What was parsed."""
        return self.root / "catalogue.sqlite"

    @property
    def keyword(self) -> Path:
        """The Whoosh index."""
        return self.root / "whoosh"

    @property
    def ontology(self) -> Path:
        """The folder of Oxigraph's stores."""
        return self.root / "oxigraph"

    @property
    def embedder_lock(self) -> Path:
        """Held by the embedder child for its life."""
        return self.root / "embedder.lock"

    @property
    def nearest_lock(self) -> Path:
        """Held by the process that opens Chroma, for its life."""
        return self.root / "nearest.lock"

    @property
    def ingester_lock(self) -> Path:
        """Held by the child that applies batches, for its life."""
        return self.root / "ingester.lock"

    @property
    def vectors(self) -> Path:
        """The vectors of chunks."""
        return self.root / "vectors.sqlite"

    @property
    def chroma(self) -> Path:
        """The index of nearest vectors."""
        return self.root / "chroma"

    @property
    def successor(self) -> Path:
        """The protocol of the program that has just ended the service to start its own."""
        return self.root / "service.next"

    @property
    def git(self) -> Path:
        """What git takes for its folder while it reads a history; it is deleted after each."""
        return self.root / "history.git"

    @property
    def images(self) -> Path:
        """The cache of remote images."""
        return self.root / "images"

    @property
    def teams(self) -> Path:
        """The folder of the teams that the person connected to, and of sign-ins that no keyring holds."""
        return self.root / "teams"

    @property
    def mirrors(self) -> Path:
        """The mirrors of sources, a folder for each collection by its slug."""
        return self.root / "mirrors"

    def mirror(self, slug: str) -> Path:
        """The folder of one collection's mirror."""
        return self.mirrors / slug

    def mirrored_documents(self, slug: str) -> Path:
        """The documents in a mirror: the root of its collection."""
        return self.mirror(slug) / "documents"

    @property
    def publishing_key(self) -> Path:
        """The private key that signs what this library publishes, 0600."""
        return self.root / "publishing.key"

    @property
    def published(self) -> Path:
        """The folder of what is known of each publication that this library wrote; it can be deleted at any time."""
        return self.root / "published"

    @property
    def window_lock(self) -> Path:
        """Held by the process that has the windows, for its life."""
        return self.root / "window.lock"

    @property
    def window_socket(self) -> Path:
        """Where that process hears of later starts."""
        return self.root / "window.socket"

    @property
    def log(self) -> Path:
        """The folder of logs."""
        return self.root / "log"


def library(named: str | os.PathLike[str] | None = None) -> LibraryPaths:
    """The library named, else that of BOOKWHEEL_LIBRARY, else the one in the user's data folder."""
    chosen = named or os.environ.get("BOOKWHEEL_LIBRARY")
    if chosen:
        return LibraryPaths(Path(chosen).expanduser().resolve())
    return usual_library()


def usual_library() -> LibraryPaths:
    """The library in the user's data folder."""
    import platformdirs  # noqa: PLC0415 - the bridge starts without it

    return LibraryPaths(Path(platformdirs.user_data_dir("bookwheel", appauthor=False)) / "library")


def models() -> Path:
    """The folder of fetched embedding models, which all libraries share: that of BOOKWHEEL_MODELS, else the user's."""
    chosen = os.environ.get("BOOKWHEEL_MODELS")
    if chosen:
        return Path(chosen).expanduser().resolve()
    return usual_library().root.parent / "models"


def model_folder(name: str) -> Path:
    """Where a model of this name lies once it was fetched."""
    return models() / name.replace("/", "--")


def resources() -> Path:
    """The folder of bundled resources: in a bundle, a wheel or the source tree."""
    bundle = getattr(sys, "_MEIPASS", None)
    if bundle:
        return Path(bundle) / "resources"
    package = Path(__file__).resolve().parent
    wheel = package / "resources"
    return wheel if wheel.is_dir() else package.parent.parent / "resources"


def command() -> list[str]:
    """The words that start this program again, as a bundle or through the interpreter."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    return [sys.executable, "-m", "bookwheel"]


def make_private(path: Path, text: str) -> None:
    """Write a file that only its owner may read, replacing it in one step; its folder must be there."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.draft")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise


def manuals() -> Path:
    """The folder that holds the manual, a folder for each language."""
    return resources() / "manual"
