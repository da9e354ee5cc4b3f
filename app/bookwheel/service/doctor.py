"""The doctor: every store looked at, said in plain sentences, and mended where that can be done."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bookwheel import paths
from bookwheel.domain.collection import join_skipped
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.readiness import describe_reading
from bookwheel.domain.service.doctor import Check, DoctorAnswer
from bookwheel.domain.service.requests import Empty
from bookwheel.domain.shapes import SHAPES_FILE, ShapeReport
from bookwheel.library.indexing import store_checks
from bookwheel.service.components import Opened, Parts
from bookwheel.service.files.backed_file import backup_of
from bookwheel.service.images.cache_check import check_cache

LEAST_FREE_BYTES = 500 * 1024 * 1024

SHRINKING_S = 4.0
"""Seconds in which a child with nothing else to do has noticed what waits for it."""

GOOD, MENDED, BAD = "good", "mended", "bad"
REPAIR = Message.verbatim("bookwheel doctor --repair")


_STATES = {
    "ready": Message("ready"),
    "waiting": Message("waiting"),
    "paused": Message("paused"),
    "battery": Message("paused on battery"),
    "loading": Message("loading"),
    "embedding": Message("embedding"),
}
"""The states of `Embedding` in which its vectors are sound."""


def examine(parts: Parts, opened: Opened, repair: bool) -> DoctorAnswer:
    """All checks in order; with `repair`, what is bad is mended first where that is possible."""
    checks = tuple(check for look in _LOOKS for check in look(parts, opened, repair))
    return DoctorAnswer(checks, all(check.state != BAD for check in checks))


def _service(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    yield Check(
        Message("service"),
        GOOD,
        Message("The service (process {number}) answers at {url}.", number=os.getpid(), url=parts.url),
    )


def _state(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    faults = parts.state.faults()
    if faults:
        advice = Message("Restart the service; it restores the library state from its backup.")
        yield Check(
            Message("state"), BAD, Message("The library state file is damaged: {reason}.", reason=faults[0]), advice
        )
        return
    if not parts.paths.state_backup.is_file():
        if not repair:
            yield Check(Message("state"), BAD, Message("The library state has no backup."), REPAIR)
            return
        parts.state.back_up()
        yield Check(Message("state"), MENDED, Message("The library state is OK; its missing backup was created."))
        return
    yield Check(Message("state"), GOOD, Message("The library state is OK and has a backup."))


def _settings(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    file = parts.settings_file
    names = ", ".join(file.edited)
    well = (
        Message("The settings are OK; edited by hand: {names}.", names=names)
        if names
        else Message("The settings are OK.")
    )
    yield _twofold(Message("settings"), well, file.find_fault(), file.notices, repair)
    if repair and file.find_fault():
        parts.save_settings()


def _tokens(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    file = parts.tokens.file
    yield _twofold(Message("tokens"), Message("The agent tokens are OK."), file.find_fault(), file.notices, repair)
    if repair and file.find_fault():
        parts.tokens.repair()


def _activity(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    faults = parts.activity.faults()
    if faults and repair:
        parts.activity.begin_again()
        yield Check(Message("activity"), MENDED, Message("The activity log was damaged; an empty one was started."))
    elif faults:
        yield Check(
            Message("activity"),
            BAD,
            Message("The activity log is damaged: {reason}.", reason=faults[0]),
            REPAIR,
        )
    elif parts.activity.notices:
        yield Check(Message("activity"), MENDED, parts.activity.notices[-1])
    else:
        yield Check(Message("activity"), GOOD, Message("The activity log is OK."))


def _twofold(name: Message, well: Message, fault: Message, notices: tuple[Message, ...], repair: bool) -> Check:
    """Say how a file with a backup is; the caller writes both again where that is to be repaired."""
    if fault and repair:
        return Check(name, MENDED, Message("{reason} The service writes it again.", reason=fault))
    if fault:
        return Check(name, BAD, fault, REPAIR)
    return Check(name, MENDED, notices[-1]) if notices else Check(name, GOOD, well)


def _stores(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    bad: list[str] = []
    for name, found in opened.library.faults():
        fault = found or (_stuck(parts, opened) if name == store_checks.ONTOLOGY else NO_MESSAGE)
        if not fault:
            yield Check(
                name,
                GOOD,
                Message("The {store} is OK, at revision {revision}.", store=name, revision=opened.intake.revision),
            )
            continue
        bad.append(str(name))
        source = Message("files") if name == store_checks.CATALOGUE else store_checks.CATALOGUE
        if repair:
            yield Check(
                name, MENDED, Message("{reason} It is being rebuilt from the {source}.", reason=fault, source=source)
            )
        else:
            yield Check(name, BAD, fault, REPAIR)
    if bad and repair:
        opened.intake.mend(tuple(bad))


def _stuck(parts: Parts, opened: Opened) -> Message:
    """Why the ontology takes nothing in although documents wait for it; empty when it does, or waits for files."""
    if opened.intake.graph_problem:
        return opened.intake.graph_problem
    until = time.monotonic() + SHRINKING_S
    first = store_checks.waiting(parts.paths)
    while first and store_checks.waiting(parts.paths) >= first:
        if opened.intake.is_busy or opened.intake.progress.is_paused:
            return NO_MESSAGE
        if time.monotonic() > until:
            return Message(
                "{count} documents are waiting to be added to the ontology, but none is being added.",
                count=f"{first:,}",
            )
        time.sleep(0.1)
    return NO_MESSAGE


def _indexer(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    if opened.intake.is_failing:
        advice = Message("See {folder} for details, then restart the service.", folder=parts.paths.log)
        yield Check(
            Message("indexer"),
            BAD,
            Message("The indexer keeps stopping, so changes to files may be missed."),
            advice,
        )
    else:
        yield Check(Message("indexer"), GOOD, Message("The indexer starts when there is work."))


def _meaning(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    state, meaning = opened.embedder.state, opened.library.meaning
    if state.state == "off":
        yield Check(Message("meaning"), GOOD, Message("Semantic search is off."))
        return
    fault = meaning.fault() or _uneven(opened)
    if fault and repair:
        opened.embedder.repair()
        yield Check(
            Message("vectors"), MENDED, Message("{reason} They are being repaired in the background.", reason=fault)
        )
    elif fault:
        yield Check(Message("vectors"), BAD, fault, REPAIR)
    elif state.problem:
        advice = Message("Choose another model with bookwheel settings set meaning.model, or turn semantic search off.")
        yield Check(Message("vectors"), BAD, state.problem, advice)
    else:
        share = f"{meaning.now.coverage:.0%}"
        yield Check(
            Message("vectors"),
            GOOD,
            Message(
                "The vectors are OK and cover {share} of the sections ({state}).",
                share=share,
                state=_STATES[state.state],
            ),
        )
    strays = meaning.strays()
    if strays and repair and not fault:
        opened.embedder.repair()
        yield Check(Message("nearest vectors"), MENDED, Message("{reason} They are being rebuilt.", reason=strays))
    elif strays:
        yield Check(Message("nearest vectors"), BAD, strays, REPAIR)


def _uneven(opened: Opened) -> Message:
    """What the vectors lack or have too much although nothing is being made; empty for what is just being noticed."""
    until = time.monotonic() + SHRINKING_S
    while True:
        state, meaning = opened.embedder.state, opened.library.meaning
        if state.state != "ready" or state.problem or opened.embedder.is_busy:
            return NO_MESSAGE
        if meaning.now.coverage < 1:
            fault = Message("The vectors cover only {share} of the sections.", share=f"{meaning.now.coverage:.0%}")
        elif meaning.unwanted:
            fault = Message(
                "{count} sections have vectors but are no longer in the library.", count=f"{meaning.unwanted:,}"
            )
        else:
            return NO_MESSAGE
        if time.monotonic() > until:
            return fault
        time.sleep(0.1)


def _folders(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    for one in parts.collections.all():
        if os.access(one.root, os.R_OK | os.X_OK):
            yield Check(
                Message("folder {name}", name=one.slug), GOOD, Message("{folder} can be read.", folder=one.root)
            )
        else:
            advice = Message(
                "Restore the folder, or remove it from the library with: bookwheel remove {name}", name=one.slug
            )
            yield Check(
                Message("folder {name}", name=one.slug),
                BAD,
                Message("{folder} is missing or cannot be read.", folder=one.root),
                advice,
            )


def _shapes(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    """Whether statements have the shapes that they must have, and front matter those that the person wishes."""
    report, name = opened.shapes.whole(), Message("shapes")
    if report.total and repair:
        opened.intake.mend((str(store_checks.ONTOLOGY),))
        yield Check(
            name, MENDED, Message("{reason} It is being rebuilt from the {source}.", reason=_broken(report),
            source=store_checks.CATALOGUE),
        )  # fmt: skip
    elif report.total:
        yield Check(name, BAD, _broken(report), REPAIR)
    elif report.fault:  # a busy machine may be too slow for it, and nothing is known to be wrong
        yield Check(name, GOOD, report.fault)
    elif report.documents < report.all_documents:
        sample = Message(
            "The statements of {count} documents, a sample of {all}, match the shapes.",
            count=f"{report.documents:,}",
            all=f"{report.all_documents:,}",
        )
        yield Check(name, GOOD, sample)
    else:
        count = f"{report.documents:,}"
        yield Check(name, GOOD, Message("The statements of all {count} documents match the shapes.", count=count))
    for slug, own in opened.shapes.own(parts.collections.all()).items():
        yield _own_shapes(slug, own)


def _broken(report: ShapeReport) -> Message:
    first = report.findings[0]
    return Message(
        "{count} statements do not match their shapes, for example {name}: {reason}",
        count=f"{report.total:,}",
        name=first.node,
        reason=first.reason,
    )


def _own_shapes(slug: str, report: ShapeReport) -> Check:
    name, file = Message("shapes of {name}", name=slug), SHAPES_FILE
    if report.fault:
        return Check(name, BAD, Message("{file}: {reason}", file=file, reason=report.fault))
    if report.total:
        return Check(
            name,
            BAD,
            Message("Front matter does not follow {file}. Findings: {count}.", count=f"{report.total:,}", file=file),
            Message.verbatim(f"bookwheel problems {slug}"),
        )
    count, total = f"{report.documents:,}", f"{report.all_documents:,}"
    return Check(name, GOOD, Message("{count} of {all} documents follow {file}.", count=count, all=total, file=file))


def _problems(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    cards = opened.library.collections(Empty()).collections
    count = sum(card.problems for card in cards)
    if count:
        yield Check(
            Message("files"),
            GOOD,
            Message(
                "{count} files were skipped or only partly read. Run `bookwheel problems` to list them.", count=count
            ),
        )
    else:
        skipped = join_skipped({card.slug: card.skipped_types for card in cards})
        documents = sum(card.documents for card in cards)
        yield Check(Message("files"), GOOD, describe_reading(opened.library.pending(), documents, skipped))


def _images(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    yield check_cache(parts.images.cache, repair)


def _secrets(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    if sys.platform == "win32":
        return
    for path in (parts.paths.admin_token, parts.paths.tokens, backup_of(parts.paths.tokens)):
        if not path.exists():
            continue
        mode = path.stat().st_mode & 0o777
        if mode & 0o077 and repair:
            path.chmod(0o600)
            yield Check(
                Message.verbatim(path.name),
                MENDED,
                Message(
                    "{file} could be read by others (mode {mode}); now only you can read it.",
                    file=path.name,
                    mode=f"{mode:o}",
                ),
            )
        elif mode & 0o077:
            yield Check(
                Message.verbatim(path.name),
                BAD,
                Message("{file} can be read by others (mode {mode}).", file=path.name, mode=f"{mode:o}"),
                REPAIR,
            )
        else:
            yield Check(Message.verbatim(path.name), GOOD, Message("Only you can read {file}.", file=path.name))


def _disk(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    free = shutil.disk_usage(parts.paths.root).free
    state = GOOD if free > LEAST_FREE_BYTES else BAD
    advice = NO_MESSAGE if state == GOOD else Message("Free some space on the library's disk.")
    yield Check(
        Message("disk"),
        state,
        Message("{size} GB are free on the library's disk.", size=f"{free / 1000000000.0:.1f}"),
        advice,
    )


def _resources(parts: Parts, opened: Opened, repair: bool) -> Iterator[Check]:
    folder = paths.resources()
    missing = [name for name in ("sample",) if not Path(folder, name).is_dir()]
    if missing:
        yield Check(
            Message("resources"),
            BAD,
            Message("Files are missing in {folder}: {names}.", folder=folder, names=", ".join(missing)),
            Message("Reinstall Bookwheel."),
        )
    else:
        yield Check(Message("resources"), GOOD, Message("All program files are present."))


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
    _shapes,
    _problems,
    _images,
    _secrets,
    _disk,
    _resources,
)
