"""The doctor: every store looked at, said in plain sentences, and mended where that can be done."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bookwheel import paths
from bookwheel.domain.readiness import describe_reading
from bookwheel.domain.search import EVERYTHING
from bookwheel.domain.service import Check, DoctorAnswer, Empty
from bookwheel.library.indexing import store_checks
from bookwheel.service.backed_file import backup_of
from bookwheel.service.components import Opened, Parts

LEAST_FREE_BYTES = 500 * 1024 * 1024

SHRINKING_S = 4.0
"""Seconds in which an indexer with nothing else to do has taken documents into the ontology."""

GOOD, MENDED, BAD = "good", "mended", "bad"


def examine(parts: Parts, opened: Opened, repair: bool) -> DoctorAnswer:
    """All checks in order; with `repair`, what is bad is mended first where that is possible."""
    checks = tuple(check for look in _LOOKS for check in look(parts, opened, repair))
    return DoctorAnswer(checks, all(check.state != BAD for check in checks))


def _service(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    yield Check("service", GOOD, f"The service (process {os.getpid()}) answers at {parts.url}.")


def _state(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    faults = parts.state.faults()
    if faults:
        advice = "Stop the service and start it again; it restores the state from its backup."
        yield Check("state", BAD, f"The state file is damaged: {faults[0]}.", advice)
        return
    if not parts.paths.state_backup.is_file():
        if not repair:
            yield Check("state", BAD, "The state has no backup.", "bookwheel doctor --repair")
            return
        parts.state.back_up()
        yield Check("state", MENDED, "The state is sound; its missing backup was made.")
        return
    yield Check("state", GOOD, "The state is sound and has a backup.")


def _settings(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    file = parts.settings_file
    names = ", ".join(file.edited)
    well = f"The settings are sound; edited by hand: {names}." if names else "The settings are sound."
    yield _twofold("settings", well, file.find_fault(), file.notices, repair)
    if repair and file.find_fault():
        parts.save_settings()


def _tokens(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    file = parts.tokens.file
    yield _twofold("tokens", "The agents' tokens are sound.", file.find_fault(), file.notices, repair)
    if repair and file.find_fault():
        parts.tokens.repair()


def _activity(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    faults = parts.activity.faults()
    if faults and repair:
        parts.activity.begin_again()
        yield Check("activity", MENDED, "The list of calls was damaged; an empty one was begun.")
    elif faults:
        yield Check("activity", BAD, f"The list of calls is damaged: {faults[0]}.", "bookwheel doctor --repair")
    elif parts.activity.notices:
        yield Check("activity", MENDED, parts.activity.notices[-1])
    else:
        yield Check("activity", GOOD, "The list of calls is sound.")


def _twofold(name: str, well: str, fault: str, notices: tuple[str, ...], repair: bool) -> Check:
    """Say how a file with a backup is; the caller writes both again where that is to be repaired."""
    if fault and repair:
        return Check(name, MENDED, f"{fault} It is written again as the service knows it.")
    if fault:
        return Check(name, BAD, fault, "bookwheel doctor --repair")
    return Check(name, MENDED, notices[-1]) if notices else Check(name, GOOD, well)


def _stores(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    bad: list[str] = []
    for name, found in opened.library.faults():
        fault = found or (_stuck(parts, opened) if name == store_checks.ONTOLOGY else "")
        if not fault:
            yield Check(name, GOOD, f"The {name} is sound and at revision {opened.intake.revision}.")
            continue
        bad.append(name)
        source = "files" if name == store_checks.CATALOGUE else "catalogue"
        if repair:
            yield Check(name, MENDED, f"{fault} It is being built anew from the {source}.")
        else:
            yield Check(name, BAD, fault, "bookwheel doctor --repair")
    if bad and repair:
        opened.intake.mend(tuple(bad))


def _stuck(parts: Parts, opened: Opened) -> str:
    """Why the ontology takes nothing in although documents wait for it; empty when it does, or waits for files."""
    if opened.intake.graph_problem:
        return opened.intake.graph_problem
    until = time.monotonic() + SHRINKING_S
    first = store_checks.waiting(parts.paths)
    while first and store_checks.waiting(parts.paths) >= first:
        if opened.intake.is_busy or opened.intake.progress.is_paused:
            return ""
        if time.monotonic() > until:
            return f"{first:,} documents wait to be taken into the ontology, and none is."
        time.sleep(0.1)
    return ""


def _indexer(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    if opened.intake.is_failing:
        advice = f"{parts.paths.log} has the details; stop the service and start it again."
        yield Check("indexer", BAD, "The indexer ends again and again, so changes to files may not be seen.", advice)
    else:
        yield Check("indexer", GOOD, "The indexer runs whenever there is work for it.")


def _meaning(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    state, meaning = opened.embedder.state, opened.library.meaning
    if state.state == "off":
        yield Check("meaning", GOOD, "Search by meaning is switched off.")
        return
    fault = meaning.fault()
    if not fault and state.state == "ready" and not state.problem and not opened.embedder.is_busy:
        if meaning.now.coverage < 1:
            fault = f"The vectors cover only {meaning.now.coverage:.0%} of the sections."
        elif meaning.unwanted:
            fault = f"{meaning.unwanted:,} sections have vectors and are not in the library any more."
    if fault and repair:
        opened.embedder.repair()
        yield Check("vectors", MENDED, f"{fault} They are being mended in the background.")
    elif fault:
        yield Check("vectors", BAD, fault, "bookwheel doctor --repair")
    elif state.problem:
        advice = "Name another model with bookwheel settings set meaning.model, or switch meaning off."
        yield Check("vectors", BAD, state.problem, advice)
    else:
        share = f"{meaning.now.coverage:.0%}"
        yield Check("vectors", GOOD, f"The vectors are sound and cover {share} of the sections ({state.state}).")
    strays = meaning.strays()
    if strays and repair and not fault:
        opened.embedder.repair()
        yield Check("nearest vectors", MENDED, f"{strays} They are being built anew.")
    elif strays:
        yield Check("nearest vectors", BAD, strays, "bookwheel doctor --repair")


def _folders(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    for one in parts.collections.all():
        if os.access(one.root, os.R_OK | os.X_OK):
            yield Check(f"folder {one.slug}", GOOD, f"{one.root} can be read.")
        else:
            advice = f"Bring the folder back, or forget it with: bookwheel remove {one.slug}"
            yield Check(f"folder {one.slug}", BAD, f"{one.root} is missing or cannot be read.", advice)


def _problems(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    count = sum(card.problems for card in opened.library.collections(Empty()).collections)
    if count:
        yield Check("files", GOOD, f"{count} files were left out or read only in part; bookwheel problems lists them.")
    else:
        snapshot = opened.library.seen(EVERYTHING)
        other_files = snapshot.other_files if snapshot is not None else 0
        yield Check("files", GOOD, describe_reading(opened.library.pending(), other_files))


def _secrets(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    if sys.platform == "win32":
        return
    for path in (parts.paths.admin_token, parts.paths.tokens, backup_of(parts.paths.tokens)):
        if not path.exists():
            continue
        mode = path.stat().st_mode & 0o777
        if mode & 0o077 and repair:
            path.chmod(0o600)
            yield Check(path.name, MENDED, f"{path.name} could be read by others (mode {mode:o}); now only by you.")
        elif mode & 0o077:
            yield Check(
                path.name, BAD, f"{path.name} can be read by others (mode {mode:o}).", "bookwheel doctor --repair"
            )
        else:
            yield Check(path.name, GOOD, f"Only you can read {path.name}.")


def _disk(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    free = shutil.disk_usage(parts.paths.root).free
    state = GOOD if free > LEAST_FREE_BYTES else BAD
    advice = "" if state == GOOD else "Make room on the disk that holds the library."
    yield Check("disk", state, f"{free / 1e9:.1f} GB are free where the library lies.", advice)


def _resources(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    folder = paths.resources()
    missing = [name for name in ("sample",) if not Path(folder, name).is_dir()]
    if missing:
        yield Check("resources", BAD, f"{folder} lacks {', '.join(missing)}.", "Install Bookwheel again.")
    else:
        yield Check("resources", GOOD, "The program's own files are all there.")


_LOOKS: tuple[Callable[[Parts, Opened, bool], Iterator[Check]], ...] = (
    _service,
    _state,
    _settings,
    _tokens,
    _activity,
    _stores,
    _indexer,
    _meaning,
    _folders,
    _problems,
    _secrets,
    _disk,
    _resources,
)
