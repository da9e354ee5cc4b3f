"""What the health of the library says, line by line: files, meaning, graph, problems and agents."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain.readiness import describe_files, describe_reading, describe_types
from bookwheel.domain.service.status import StatusAnswer
from bookwheel.gui.i18n.agent_names import display_name
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import number, tr
from bookwheel.gui.status.status_bar import time_left

_REBUILT = ("is rebuilt from", "has been rebuilt", "being rebuilt", "being indexed again")
"""Parts of the templates of notices that something is built again, of its own accord."""


@dataclass(frozen=True, slots=True)
class HealthLine:
    """One thing about the library: `tone` is good, warm (coming or paused) or bad; `advice` says what to press."""

    tone: str
    title: str
    words: str
    advice: str = ""


def list_lines(status: StatusAnswer) -> list[HealthLine]:
    """What is ready, what is coming and when, what failed and why."""
    indexes = [_files(status), _meaning(status), _graph(status)]
    is_ready = all(line.tone == "good" for line in indexes)
    return [*indexes, _problems(status), _agents(status), *_revision(status), *_notices(status, is_ready=is_ready)]


def _files(status: StatusAnswer) -> HealthLine:
    progress = status.progress
    documents, sections = tr("%Ln document(s)", "", status.documents), tr("%Ln section(s)", "", status.sections)
    ready = tr("{documents}, {sections} can be read and searched").format(documents=documents, sections=sections)
    if status.state == "starting":
        return HealthLine("warm", tr("Indexing"), tr("Opening library."))
    if progress.is_paused:
        return HealthLine(
            "warm",
            tr("Indexing"),
            tr("{ready}. Indexing is paused.").format(ready=ready),
            tr("Press “Resume indexing”."),
        )
    if status.pending is None:
        return HealthLine("warm", tr("Indexing"), tr("{ready}. Files are being counted.").format(ready=ready))
    if progress.phase == "indexing":
        left = f", {time_left(progress.time_left_s, progress.most_left_s)}" if progress.time_left_s >= 0 else ""
        speed = round(progress.files_per_s)
        rate = ", " + tr("%Ln file(s) per second", "", speed) if speed >= 1 else ""
        now = " " + tr("Currently: {file}.").format(file=progress.current_file) if progress.current_file else ""
        done = tr("{done} of %Ln file(s)", "", progress.files_total).format(done=number(progress.files_done))
        return HealthLine("warm", tr("Indexing"), f"{ready}; {done}{rate}{left}.{now}")
    if not status.collections:
        return HealthLine("warm", tr("Indexing"), tr("Nothing to index yet."), tr("Add a folder."))
    return HealthLine("good", tr("Indexing"), tr("{ready}. Up to date.").format(ready=ready))


def _meaning(status: StatusAnswer) -> HealthLine:
    embedding = status.embedding
    share = tr("{done} of %Ln section(s) in the semantic index", "", embedding.total)
    share = share.format(done=number(embedding.done))
    if embedding.state == "off":
        return HealthLine(
            "good", tr("Semantic index"), tr("Semantic search is off; keyword and graph search still work.")
        )
    if embedding.state == "failed":
        return HealthLine(
            "bad",
            tr("Semantic index"),
            f"{share}. {translate_message(embedding.problem)}",
            tr("Choose another model in the settings."),
        )
    if embedding.done >= embedding.total:
        return HealthLine("good", tr("Semantic index"), f"{share}." if embedding.total else tr("Nothing to index."))
    why = {
        "waiting": tr("Waiting until the computer is less busy."),
        "paused": tr("Paused."),
        "battery": tr("Paused until the computer is plugged in."),
        "loading": tr("The model is loading."),
    }
    pace = _pace(embedding.chunks_per_s) if embedding.state == "embedding" else ""
    going_on = ", ".join(
        part for part in (share, pace, time_left(embedding.time_left_s, embedding.most_left_s)) if part
    )
    return HealthLine("warm", tr("Semantic index"), f"{going_on}. {why.get(embedding.state, '')}".rstrip())


def _pace(chunks_per_s: float) -> str:
    """How fast passages are understood, in words; empty when it is not known."""
    if round(chunks_per_s) >= 1:
        return tr("%Ln chunk(s) per second", "", round(chunks_per_s))
    a_minute = round(chunks_per_s * 60)
    return tr("%Ln chunk(s) per minute", "", a_minute) if a_minute else ""


def _graph(status: StatusAnswer) -> HealthLine:
    if status.graph_revision >= status.revision:
        return HealthLine("good", tr("Links and graph"), tr("Up to date."))
    return HealthLine("warm", tr("Links and graph"), tr("Catching up with recent changes."))


def _problems(status: StatusAnswer) -> HealthLine:
    if not status.problems:
        said = describe_reading(status.pending, status.documents, status.skipped_types)
        return HealthLine("good", tr("Files"), f"{translate_message(said)}{_counts(status)}")
    words = tr("%Ln file(s) skipped or only partly read; see the reasons below.", "", status.problems)
    advice = tr("Fix them, then press “Rescan folders”.")
    said = f" {translate_message(describe_types(status.skipped_types))}" if status.skipped_types else ""
    return HealthLine("bad", tr("Files"), f"{words} {advice}{_counts(status)}{said}")


def _counts(status: StatusAnswer) -> str:
    """How many files were found and what became of them, where not all of them were read."""
    files = status.files
    return f" {translate_message(describe_files(files))}" if files.found > files.read else ""


def _agents(status: StatusAnswer) -> HealthLine:
    names = ", ".join(display_name(agent) for agent in status.agents_connected)
    words = tr("{names} connected").format(names=names) if names else tr("No agents connected")
    if status.agents_paused:
        return HealthLine(
            "warm",
            tr("Agents"),
            tr("{words}. All are paused.").format(words=words),
            tr("Resume them in the Activity pane."),
        )
    return HealthLine("good", tr("Agents"), f"{words}.")


def _revision(status: StatusAnswer) -> list[HealthLine]:
    """Which state of the library is shown; nothing of one that holds nothing yet."""
    if not status.revision:
        return []
    changed = tr("The library has changed %Ln time(s). Answers to agents include this number.", "", status.revision)
    return [HealthLine("good", tr("Revision"), changed)]


def _notices(status: StatusAnswer, *, is_ready: bool) -> list[HealthLine]:
    """What the service said; that an index is built again asks nothing of anybody, and is over once all is ready."""
    found: list[HealthLine] = []
    for notice in status.notices:
        is_rebuilt = any(words in notice.template for words in _REBUILT)
        if not (is_rebuilt and is_ready):
            found.append(HealthLine("warm" if is_rebuilt else "bad", tr("Notice"), translate_message(notice)))
    return found
