"""The person's embedding models: the list, an offer of the hub, fetching in the background, removing, choosing."""

from __future__ import annotations

import json
import logging
import shutil
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import msgspec

from bookwheel import paths
from bookwheel.domain.errors import BadRequest, FetchFailed, NotFound
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.service.models import (
    ModelAction,
    ModelEntry,
    ModelOffer,
    ModelsAnswer,
    ModelsRequest,
    ModelState,
)
from bookwheel.service.models.hub import Hub, check_offer
from bookwheel.service.models.model_fetch import CHOICES, fetch_model
from bookwheel.settings import MeaningSettings, Settings

BUNDLED = "all-MiniLM-L6-v2"
ALL = "*"
_ENTRIES = msgspec.json.Decoder(tuple[ModelEntry, ...])
_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class _Fetch:
    """A model on its way, or the reason why it did not come."""

    offer: ModelOffer
    done_bytes: int = 0
    problem: Message = NO_MESSAGE
    is_wanted: bool = True
    is_over: bool = False


class Models:
    """Safe to use from any thread. Nothing is asked of the hub but by OFFER and FETCH."""

    def __init__(
        self,
        settings: Callable[[], Settings],
        set_value: Callable[[str, str], object],
        collections: Callable[[], tuple[str, ...]],
        find: Callable[[str], str],
        hub: Callable[[], Hub] = Hub.here,
    ) -> None:
        """`collections` gives the short names of all, `find` that of one by any of its names."""
        self._settings, self._set_value, self._collections, self._find = settings, set_value, collections, find
        self._hub = hub
        self._lock = threading.Lock()
        self._fetches: dict[str, _Fetch] = {}

    def answer(self, request: ModelsRequest) -> ModelsAnswer:
        """Do what is asked, and say how all models are.

        Raises:
            BadRequest: for an offer that is none, a model in use that is to be removed, one that is being fetched.
            NotFound: for a model that is not here.
            FetchFailed: when the hub does not answer.
            ModelUnavailable: for a model that cannot be used.
        """
        offer: ModelOffer | None = None
        match request.action:
            case ModelAction.LIST:
                pass
            case ModelAction.OFFER:
                offer = self._hub().offer(request.name, request.graph)
            case ModelAction.FETCH:
                self._fetch(request.offer)
            case ModelAction.CANCEL:
                self._cancel(request.name)
            case ModelAction.REMOVE:
                self._remove(request.name)
            case ModelAction.USE:
                self._use(request)
        return ModelsAnswer(self._entries(), offer)

    def close(self) -> None:
        """Stop fetching; what came stays for the next time."""
        with self._lock:
            for fetch in self._fetches.values():
                fetch.is_wanted = False

    def _fetch(self, offer: ModelOffer | None) -> None:
        if offer is None:
            raise BadRequest("This offer cannot be fetched. Ask for it again.")
        check_offer(offer)
        with self._lock:
            known = self._fetches.get(offer.name)
            if known is not None and not known.is_over:
                raise BadRequest("{name} is being fetched already.", name=offer.name)
            fetch = self._fetches[offer.name] = _Fetch(offer)
        threading.Thread(target=self._bring, args=(fetch,), name="model", daemon=True).start()

    def _bring(self, fetch: _Fetch) -> None:
        def note(done: int) -> None:
            fetch.done_bytes = done

        try:
            fetch_model(self._hub(), fetch.offer, note, lambda: fetch.is_wanted)
        except FetchFailed as error:
            fetch.problem = error.message
        except OSError as error:
            fetch.problem = Message("The model could not be saved: {reason}.", reason=error.strerror or error)
        except Exception:  # the thread's edge: the person must hear that nothing comes
            _LOG.exception("A model could not be fetched.")
            fetch.problem = Message("Something went wrong. See the log for details.")
        with self._lock:
            fetch.is_over = True
            if not fetch.problem:
                self._fetches.pop(fetch.offer.name, None)

    def _cancel(self, name: str) -> None:
        with self._lock:
            fetch = self._fetches.get(name)
            if fetch is None:
                raise NotFound("{name} is not being fetched.", name=name)
            fetch.is_wanted = False
            if fetch.is_over:
                self._fetches.pop(name)

    def _remove(self, name: str) -> None:
        folder = paths.model_folder(name)
        if name == BUNDLED or not name or folder.parent != paths.models() or not (folder / CHOICES).is_file():
            raise NotFound("There is no fetched model {name}.", name=name, next="bookwheel model list")
        users = (*self._users(name), *(["meaning.reranker"] if self._settings().meaning.reranker == name else []))
        if users:
            named = ", ".join("meaning.model" if user == ALL else user for user in users)
            raise BadRequest("{name} is in use ({users}). Choose another model first.", name=name, users=named)
        shutil.rmtree(folder)
        with self._lock:
            self._fetches.pop(name, None)

    def _use(self, request: ModelsRequest) -> None:
        """Choose a model for everything or a collection, once it was loaded here."""
        from bookwheel.indexes import embedding  # noqa: PLC0415 - it imports NumPy, which the service loads later

        name = "" if request.name in ("", BUNDLED) else request.name
        chosen = f"{name}:{request.dimensions}" if name and request.dimensions else name
        embedding.load(chosen)
        if not request.collection:
            self._set_value("meaning.model", chosen)
            return
        slug = self._find(request.collection)
        pairs = [pair.strip() for pair in self._settings().meaning.models.split(";") if pair.strip()]
        kept = [pair for pair in pairs if pair.partition("=")[0].strip() != slug]
        self._set_value("meaning.models", "; ".join([*kept, f"{slug}={chosen}"]))

    def _entries(self) -> tuple[ModelEntry, ...]:
        offered = {entry.name: entry for entry in read_catalogue()}
        found = [replace(offered.pop(BUNDLED), state=ModelState.BUNDLED, used_by=self._users(BUNDLED))]
        for folder in sorted(paths.models().glob("*/")) if paths.models().is_dir() else ():
            if name := _name_of(folder):
                size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
                known = offered.pop(name, ModelEntry(name, ModelState.READY))
                found.append(replace(known, state=ModelState.READY, size_bytes=size, used_by=self._users(name)))
        with self._lock:
            fetches = {name: replace_fetch(fetch) for name, fetch in self._fetches.items()}
        ready = {entry.name: place for place, entry in enumerate(found)}
        for name, fetch in fetches.items():
            entry = offered.pop(name, None) or (
                found[ready[name]] if name in ready else ModelEntry(name, ModelState.OFFERED)
            )
            state = ModelState.FAILED if fetch.problem else ModelState.FETCHING
            shown = replace(
                entry,
                state=state,
                size_bytes=fetch.offer.size_bytes,
                done_bytes=fetch.done_bytes,
                problem=fetch.problem,
            )
            if name in ready:
                found[ready[name]] = shown
            else:
                found.append(shown)
        return (*found, *offered.values())

    def _users(self, name: str) -> tuple[str, ...]:
        """The collections that a model reads, `*` where it is the one for all others."""
        meaning: MeaningSettings = self._settings().meaning
        usual = _bare(meaning.model)
        users = [ALL] if usual == name or (not usual and name == BUNDLED) else []
        for slug in self._collections():
            own = _bare(meaning.model_for(slug))
            if (own == name or (not own and name == BUNDLED)) and own != usual:
                users.append(slug)
        return tuple(users)


def read_catalogue() -> tuple[ModelEntry, ...]:
    """The models that are offered, as the resource file has them."""
    content = (paths.resources() / "models" / "catalogue.json").read_bytes()
    return _ENTRIES.decode(content)


def replace_fetch(fetch: _Fetch) -> _Fetch:
    """A copy, as it is now."""
    return replace(fetch)


def _bare(model: str) -> str:
    """A model's name without the dimensions that it is cut to."""
    name, colon, cut = model.rpartition(":")
    return name if colon and cut.isdigit() else model


def _name_of(folder: Path) -> str:
    """The name of a fetched model by its folder; empty for any other folder."""
    try:
        told = cast("dict[str, object]", json.loads((folder / CHOICES).read_text("utf-8")))
        name = told.get("name")
    except (OSError, ValueError, AttributeError):
        return ""
    return name if isinstance(name, str) and paths.model_folder(name) == folder else ""
