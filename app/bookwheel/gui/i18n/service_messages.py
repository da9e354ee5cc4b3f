"""The service's sentences in the window's language: they come over the wire in English, and are known by their form.

A sentence that is not listed here is shown as it came; `tests/gui/i18n/test_translation.py` checks that each listed one
is said.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape, unescape

from bookwheel.gui.i18n.message_parts import REASONS
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr

SENTENCES = (
    # The way to the service, and the library itself.
    QT_TR_NOOP("The service does not answer ({reason})."),
    QT_TR_NOOP("The service did not start in {time} s; its log is in {folder}."),
    QT_TR_NOOP("The service is of a newer Bookwheel ({version}); update this program, or end the service there."),
    QT_TR_NOOP("The library is still opening; try again in a moment."),
    QT_TR_NOOP("The library could not be opened; its log has the details."),
    QT_TR_NOOP("Something went wrong inside Bookwheel; its log has the details."),
    QT_TR_NOOP("The disk that holds the library is full. Free some space on it; Bookwheel goes on by itself."),
    QT_TR_NOOP(
        "The service cannot start because the disk that holds the library is full. Free some space on it and try again."
    ),
    QT_TR_NOOP("The library's folder cannot be written. Make it writable; Bookwheel goes on by itself."),
    QT_TR_NOOP("The disk that holds the library reports an error. Check the disk; Bookwheel tries again by itself."),
    QT_TR_NOOP(
        "The system has no more file handles for Bookwheel. Close other programs; Bookwheel tries again by itself."
    ),
    QT_TR_NOOP("The system has no more memory for Bookwheel. Close other programs; Bookwheel tries again by itself."),
    QT_TR_NOOP("Another program holds a file of the library. Close it; Bookwheel tries again by itself."),
    QT_TR_NOOP("The state could not be backed up. {reason}"),
    QT_TR_NOOP("{folder} cannot hold a library ({reason}); choose another folder with --library."),
    QT_TR_NOOP("The library's folder {folder} was deleted or moved away, so its service has ended."),
    QT_TR_NOOP("The library's folder {folder} was replaced by another one, so its service has ended."),
    QT_TR_NOOP("The files of the library in {folder} were deleted or replaced, so its service has ended."),
    QT_TR_NOOP("The library's folder {folder} was deleted or moved away; bring it back or start Bookwheel again."),
    # Folders and documents.
    QT_TR_NOOP("That is the library's own folder; choose one with documents."),
    QT_TR_NOOP("{folder} holds the library's own folder; choose one with documents."),
    QT_TR_NOOP("{folder} is a folder of the system, too wide for a collection; choose one inside it."),
    QT_TR_NOOP("The home folder is too wide for a collection; choose a folder inside it."),
    QT_TR_NOOP("{path} does not exist; check the path."),
    QT_TR_NOOP("{path} cannot be read ({reason}); check its permissions."),
    QT_TR_NOOP("{file} is neither Markdown nor plain text, or is left out of its folder."),
    QT_TR_NOOP("A collection needs a name."),
    QT_TR_NOOP("Another collection is called {name} already."),
    QT_TR_NOOP("The pattern {pattern} can match nothing: {reason}."),
    QT_TR_NOOP("There is no collection {name}."),
    QT_TR_NOOP("There is no document {name}."),
    QT_TR_NOOP("There is no node {name}."),
    QT_TR_NOOP("{document} has no section {name}."),
    QT_TR_NOOP("{document} has moved to {place}."),
    QT_TR_NOOP("{document} shows no such file."),
    QT_TR_NOOP("{file} is larger than {size} MB, too large to show."),
    # Settings.
    QT_TR_NOOP("{name} must lie between {least} and {most}, not {text}."),
    QT_TR_NOOP("{name} must be true or false, not {text}."),
    QT_TR_NOOP("A weight lies between 0 and 10, not {text}."),
    # Searching.
    QT_TR_NOOP("Nothing matches “{words}”; {others} stood in for it."),
    QT_TR_NOOP("Nothing matches within these filters."),
    QT_TR_NOOP("Files are still being counted; more documents may follow."),
    QT_TR_NOOP("The keyword index is behind the documents; until it has caught up, words are found only in part."),
    QT_TR_NOOP("The graph is still taking in the latest changes; ask again in a moment."),
    QT_TR_NOOP("The graph has no node {name} yet, and is still taking in the latest changes."),
    QT_TR_NOOP("No section holds this passage word for word; these come nearest."),
    QT_TR_NOOP("Meaning is not ready yet; words ranked this answer."),
    QT_TR_NOOP("The embedding model does not read this query's language; words ranked this answer."),
    QT_TR_NOOP("Nothing is close in meaning; these are the nearest."),
    QT_TR_NOOP("The query names nothing that stands in the graph."),
    QT_TR_NOOP("The graph is not ready yet; it has no part in this answer."),
    QT_TR_NOOP("The graph is still being built; ask again in a moment."),
    QT_TR_NOOP("The graph is still being built; facts are missing."),
    QT_TR_NOOP("The query is very long; its first {count} characters were used."),
    QT_TR_NOOP("The query has many words; its first {count} were used."),
    QT_TR_NOOP("No way leads from {way}."),
    QT_TR_NOOP("It is there: place {place} of the hits."),
    QT_TR_NOOP("It holds the words, but in sections of their own; no single section answers."),
    QT_TR_NOOP("Nothing in it is near enough in meaning."),
    QT_TR_NOOP("It is not in the index: {reason}"),
    QT_TR_NOOP("It holds {words}, which the query excludes."),
    QT_TR_NOOP("It lacks {words}."),
    QT_TR_NOOP("It holds {words}."),
    QT_TR_NOOP("The filter {filter} leaves it out."),
    QT_TR_NOOP("Its own is {value}."),
    QT_TR_NOOP("It has none."),
    QT_TR_NOOP("“{name}” stands in too many places to be taken for this document."),
    # Files with problems.
    QT_TR_NOOP("The folder {folder} is missing or cannot be read: {reason}."),
    QT_TR_NOOP("The folder {folder} is missing; its documents are kept."),
    QT_TR_NOOP("No drive is mounted at {folder}; its documents are kept."),
    QT_TR_NOOP("The folder could not be read: {reason}."),
    QT_TR_NOOP("The file is larger than {size} MB, as much as is taken in (indexing.largest_file_mb)."),
    QT_TR_NOOP("The file could not be read: {reason}."),
    QT_TR_NOOP("The file could not be parsed ({reason})."),
    QT_TR_NOOP("The file could not be taken in ({reason})."),
    QT_TR_NOOP("Patterns that can match nothing are skipped: {patterns}."),
    QT_TR_NOOP("The patterns in this file are not used: {reason}."),
    QT_TR_NOOP(
        "Parsing the file took more than {seconds} s and was stopped."
        " Shorten the file, or raise indexing.seconds_per_file."
    ),
    QT_TR_NOOP(
        "Parsing the file took more than {size} MB of memory and was stopped."
        " Shorten the file, or raise indexing.memory_mb."
    ),
    QT_TR_NOOP("The indexer crashed twice over this file, so it is left out until the service starts again."),
    QT_TR_NOOP("This is a binary file, not text."),
    QT_TR_NOOP("Read as {encoding} without a mark."),
    QT_TR_NOOP("Not UTF-8; read as {encoding} by a guess."),
    QT_TR_NOOP("{count} broken characters were replaced."),
    QT_TR_NOOP("The front matter has no closing line; it was read as text."),
    QT_TR_NOOP("The front matter is not valid YAML ({reason})."),
    QT_TR_NOOP("The front matter is not valid TOML ({reason})."),
    QT_TR_NOOP("The date {date} is no calendar date."),
    # Agents and their configuration.
    QT_TR_NOOP("{file} cannot be read as UTF-8 text."),
    QT_TR_NOOP("{file} cannot be written: {reason}."),
    QT_TR_NOOP("{file} has an entry {name} that Bookwheel did not write; it was left alone."),
    QT_TR_NOOP("{file} is a link that leads in a circle; it was left alone."),
    QT_TR_NOOP("{file} is larger than {size} MiB; it was left alone."),
    QT_TR_NOOP("{file} is no file; it was left alone."),
    QT_TR_NOOP("{file} is not whole {kind}: {reason}. It was left alone; mend it and try again."),
    QT_TR_NOOP("{file} is read-only; it was left alone."),
    QT_TR_NOOP("{file} was changed by someone else just now; run the command again."),
    QT_TR_NOOP("Nothing answers at {url}."),
    QT_TR_NOOP("The endpoint refuses the call (HTTP {status})."),
    QT_TR_NOOP("The endpoint refuses the token: it was revoked, or belongs to another library."),
    QT_TR_NOOP("What answered does not speak the Model Context Protocol."),
    QT_TR_NOOP("{program} cannot be started: {reason}."),
    QT_TR_NOOP("{program} started and ended without an answer, or took longer than {time} s."),
    QT_TR_NOOP(
        "What an agent sees is written as field:value and -field:value, such as path:guide/ -tag:draft "
        "-private:true; a value of several words in quotation marks."
    ),
    QT_TR_NOOP("A client's name is up to 64 letters, digits, dots, dashes and underscores."),
    QT_TR_NOOP("There is no client {name}."),
    QT_TR_NOOP("The library's admin token cannot be read ({reason})."),
    QT_TR_NOOP("The library's admin token is torn; the service writes it anew within a second."),
    QT_TR_NOOP("The service answered with status {status}."),
    QT_TR_NOOP("The service is ending; ask again in a moment."),
    QT_TR_NOOP("Another process holds the library but does not answer; end it first."),
    QT_TR_NOOP("The state was written by a newer Bookwheel (schema {theirs}); this one knows {ours}. Update it."),
    # Models.
    QT_TR_NOOP(
        "The bundled embedding model is damaged ({reason}), so search by meaning is off; install Bookwheel again."
    ),
    QT_TR_NOOP("The embedding model {model} could not be fetched or loaded: {reason}"),
    QT_TR_NOOP("The embedding model {model} has no tokenizer.json, which Bookwheel needs."),
    QT_TR_NOOP("The folder {folder} holds no embedding model that can be loaded: {reason}"),
    QT_TR_NOOP("There is no folder {folder} with an embedding model."),
    QT_TR_NOOP("There is no setting {name}."),
    QT_TR_NOOP("fusion.method is one of {choices}; not {text}."),
    QT_TR_NOOP("fusion.preset is one of {choices}, or empty; not {text}."),
    QT_TR_NOOP("meaning.models must be like notes=~/models/one; rfcs=owner/name, not {text}."),
    # Questions, memories and pins.
    QT_TR_NOOP("Ask something."),
    QT_TR_NOOP("level needs a number from 0 to 6, not {text}."),
    QT_TR_NOOP("{name} needs a date such as 2025-03-31, not {text}."),
    QT_TR_NOOP("This list is gone; ask again from the start."),
    QT_TR_NOOP("There is no memory {name}."),
    QT_TR_NOOP("A memory has {most} characters at most, and this one {count}; shorten it."),
    QT_TR_NOOP("A memory has {most} tags at most."),
    QT_TR_NOOP("A tag has {most} characters at most."),
    QT_TR_NOOP("There is nothing to remember in an empty content."),
    QT_TR_NOOP("There is no link {name}."),
    QT_TR_NOOP("There are {count} links already, and no more are allowed."),
    QT_TR_NOOP("A link joins two different things."),
    QT_TR_NOOP("A relation is a word or a short phrase, as contradicts or is an example of."),
    QT_TR_NOOP("A relation has {most} characters at most; a note may say more."),
    QT_TR_NOOP("A relation holds no control characters."),
    QT_TR_NOOP("This passage is not in the tray."),
    QT_TR_NOOP("The tray holds {most} passages; take some out first."),
    # What was mended.
    QT_TR_NOOP("The list of documents was damaged; it is rebuilt from the files."),
    QT_TR_NOOP("The list of documents was missing; it is rebuilt from the files."),
    QT_TR_NOOP("The documents were read by another version of Bookwheel; they are read anew."),
    QT_TR_NOOP("The index of words was missing or behind; it has been rebuilt."),
    QT_TR_NOOP("The graph was missing; it is being built anew."),
    QT_TR_NOOP("The graph was made by another version of Bookwheel; it is being built anew."),
    QT_TR_NOOP("The vectors were missing; they are made anew in the background."),
    QT_TR_NOOP("The index of nearest vectors was missing; it is made anew in the background."),
    QT_TR_NOOP("The library's state was lost or damaged and has been restored from its backup."),
    # A check of everything, and what it names.
    QT_TR_NOOP("service"),
    QT_TR_NOOP("state"),
    QT_TR_NOOP("catalogue"),
    QT_TR_NOOP("keyword index"),
    QT_TR_NOOP("indexer"),
    QT_TR_NOOP("ontology"),
    QT_TR_NOOP("meaning"),
    QT_TR_NOOP("vectors"),
    QT_TR_NOOP("nearest vectors"),
    QT_TR_NOOP("files"),
    QT_TR_NOOP("disk"),
    QT_TR_NOOP("resources"),
    QT_TR_NOOP("folder {name}"),
    QT_TR_NOOP("The service (process {number}) answers at {url} in {time} ms."),
    QT_TR_NOOP("The service (process {number}) answers at {url}."),
    QT_TR_NOOP("The state file is damaged: {reason}."),
    QT_TR_NOOP("Stop the service and start it again; it restores the state from its backup."),
    QT_TR_NOOP("The state has no backup."),
    QT_TR_NOOP("The state is sound; its missing backup was made."),
    QT_TR_NOOP("The state is sound and has a backup."),
    QT_TR_NOOP("settings"),
    QT_TR_NOOP("tokens"),
    QT_TR_NOOP("activity"),
    QT_TR_NOOP("The list of calls is sound."),
    QT_TR_NOOP("The list of calls was damaged; an empty one was begun."),
    QT_TR_NOOP("The list of calls is damaged: {reason}."),
    QT_TR_NOOP("The settings are sound."),
    QT_TR_NOOP("The settings are sound; edited by hand: {names}."),
    QT_TR_NOOP("The agents' tokens are sound."),
    QT_TR_NOOP("{reason} It is written again as the service knows it."),
    QT_TR_NOOP("Stop the service and start it again; it restores the tokens from their backup."),
    QT_TR_NOOP("The {store} is sound and at revision {revision}."),
    QT_TR_NOOP("{reason} It is being built anew from the {source}."),
    QT_TR_NOOP("{count} documents wait to be taken into the ontology, and none is."),
    QT_TR_NOOP("Search by meaning is switched off."),
    QT_TR_NOOP("The vectors cover only {share} of the sections."),
    QT_TR_NOOP("{count} sections have vectors and are not in the library any more."),
    QT_TR_NOOP("{reason} They are being mended in the background."),
    QT_TR_NOOP("Name another model with bookwheel settings set meaning.model, or switch meaning off."),
    QT_TR_NOOP("ready"),
    QT_TR_NOOP("waiting"),
    QT_TR_NOOP("paused"),
    QT_TR_NOOP("loading"),
    QT_TR_NOOP("embedding"),
    QT_TR_NOOP("The vectors are sound and cover {share} of the sections ({state})."),
    QT_TR_NOOP("{reason} They are being built anew."),
    QT_TR_NOOP("{folder} can be read."),
    QT_TR_NOOP("{folder} is missing or cannot be read."),
    QT_TR_NOOP("Bring the folder back, or forget it with: bookwheel remove {name}"),
    QT_TR_NOOP("{count} files were left out or read only in part; bookwheel problems lists them."),
    QT_TR_NOOP("Every Markdown and text file was read in full; other kinds of files are left out."),
    QT_TR_NOOP("Every Markdown and text file was read in full; {count} files of other kinds were not read."),
    QT_TR_NOOP("Every Markdown and text file was read in full; 1 file of another kind was not read."),
    QT_TR_NOOP("Files are still to be read; those before them were read in full."),
    QT_TR_NOOP("{file} could be read by others (mode {mode}); now only by you."),
    QT_TR_NOOP("{file} can be read by others (mode {mode})."),
    QT_TR_NOOP("Only you can read {file}."),
    QT_TR_NOOP("{size} GB are free where the library lies."),
    QT_TR_NOOP("Make room on the disk that holds the library."),
    QT_TR_NOOP("The program's own files are all there."),
    QT_TR_NOOP("{folder} lacks {names}."),
    QT_TR_NOOP("Install Bookwheel again."),
    QT_TR_NOOP("The keyword index is at revision {theirs}, behind {ours}."),
    QT_TR_NOOP("The keyword index has {count} sections too many and lacks {lacking}."),
    QT_TR_NOOP("The ontology is missing."),
    QT_TR_NOOP("The ontology is at revision {theirs}, the catalogue at {ours}."),
    QT_TR_NOOP("The ontology has {count} documents too many and lacks {lacking}."),
    QT_TR_NOOP("{count} chunks have lost their vectors."),
    QT_TR_NOOP("{count} vectors belong to no section any more."),
    # How agents reach the library.
    QT_TR_NOOP("No service runs; the first agent or window starts it."),
    QT_TR_NOOP("Process {number} does not answer: {reason}"),
    QT_TR_NOOP("All agents are paused."),
    QT_TR_NOOP("The bridge answers in {time} ms, and a first call after {whole} ms."),
    QT_TR_NOOP("The bridge does not answer: {reason}"),
    QT_TR_NOOP("No agent has a token yet."),
    QT_TR_NOOP("The file of agents' tokens is torn or cannot be read."),
    QT_TR_NOOP("May connect: {names}."),
    QT_TR_NOOP("Others can read the agents' tokens."),
    QT_TR_NOOP("{agent} is installed and not connected."),
    QT_TR_NOOP("{agent} has an entry bookwheel that is not ours, in {file}."),
    QT_TR_NOOP("{agent} asks {url} with its token."),
    QT_TR_NOOP("{agent} starts the bridge, {program}."),
    QT_TR_NOOP("{program} is not there any more, or cannot be started."),
    QT_TR_NOOP("its library {folder} is not there any more."),
    QT_TR_NOOP("the client {name} was shut out."),
    QT_TR_NOOP("its token was revoked, or belongs to another library."),
    QT_TR_NOOP("it asks {url}, and the service listens at {other}/mcp."),
    QT_TR_NOOP("others can read its token in {file}."),
    # Questions to the graph.
    QT_TR_NOOP("SERVICE is not allowed: the library is asked alone."),
    QT_TR_NOOP("FROM is not allowed: a query reads the whole library; GRAPH names one document's statements."),
    QT_TR_NOOP("BASE is not understood here: write every name in full or with a prefix."),
    QT_TR_NOOP("SELECT names a variable that is neither grouped nor aggregated."),
    QT_TR_NOOP("SELECT names a variable twice."),
    QT_TR_NOOP("There is no such escape."),
    QT_TR_NOOP("AS names a variable that the pattern already has."),
    QT_TR_NOOP("SELECT * does not go with GROUP BY: name the variables."),
    QT_TR_NOOP("There is no such function; of the prefixes, only xsd: has functions."),
    QT_TR_NOOP("The query ends too early or too late: something is missing, or a bracket is left open."),
    QT_TR_NOOP("The query cannot be read at line {line}, column {column}: “{word}” does not fit there."),
    QT_TR_NOOP("line {line}, column {column}"),
    QT_TR_NOOP("The query cannot be read at {place}: “{word}” is no word of it."),
    QT_TR_NOOP("The query cannot be read at line {line}, column {column}: {reason}."),
    QT_TR_NOOP("The query is longer than {count} characters."),
    QT_TR_NOOP("The prefix {name}: is not known (line {line}, column {column})."),
    QT_TR_NOOP("{reason} (line {line}, column {column})"),
    QT_TR_NOOP("There are more than {count} brackets within each other."),
    QT_TR_NOOP("Only SELECT, ASK, CONSTRUCT and DESCRIBE are answered: nothing can be changed."),
    QT_TR_NOOP("A name in <> must be whole, with its scheme; put spaces around < where it compares."),
    QT_TR_NOOP("The ontology cannot be read ({reason}); ask again."),
    QT_TR_NOOP("The ontology has not been built yet; its vocabulary alone answered."),
    QT_TR_NOOP("There are more rows than these {count}."),
    QT_TR_NOOP("Too many queries are waiting; ask again in a moment."),
    QT_TR_NOOP("The query took longer than {time} s and was stopped."),
    QT_TR_NOOP("The query needs more memory than it may have, or is nested too deeply; ask for less."),
    QT_TR_NOOP("The query needs more memory than it may have; ask for less."),
    QT_TR_NOOP("The query could not be asked; the library's log has the details."),
    QT_TR_NOOP("The query failed; the library's log has the details."),
    QT_TR_NOOP("The library is empty."),
    # What goes wrong seldom.
    QT_TR_NOOP("The settings file could not be read ({reason}); the defaults are in force."),
    QT_TR_NOOP("Unknown setting {name} was ignored."),
    QT_TR_NOOP("{name} must be {kind}, not {text}."),
    QT_TR_NOOP("{count} sections could not be embedded and are found by their words alone; {reason}."),
    QT_TR_NOOP("{name}: needs {value}; it was left out."),
    QT_TR_NOOP(
        "Changes in {folder} cannot be watched ({reason}). Bookwheel looks for them every few seconds. On Linux, raise "
        "fs.inotify.max_user_watches and max_user_instances."
    ),
    QT_TR_NOOP(
        "{folder} lies on a network file system ({type}) that does not report every change; Bookwheel looks for "
        "changes every few seconds."
    ),
    QT_TR_NOOP("The watcher ended again and again, so changes to files may not be seen; the log has details."),
    QT_TR_NOOP("This is {kind}, not text."),
    QT_TR_NOOP("The text starts like JSON front matter but is not; it was read as text."),
    QT_TR_NOOP("The front matter is too large or refers to itself; part of it was left out."),
    QT_TR_NOOP("The text between the rules at the start holds no fields; it was read as text."),
    QT_TR_NOOP("The fast parser failed on this file; its links are known by block only."),
    QT_TR_NOOP("The file could not be looked at: {reason}."),
    QT_TR_NOOP("The name is not valid text on this system."),
    QT_TR_NOOP("The file of agents' tokens"),
    QT_TR_NOOP("The settings file"),
    QT_TR_NOOP("The list of calls was damaged, so an empty one was begun. The damaged file is now {file}."),
    QT_TR_NOOP("Connect your agents again."),
    QT_TR_NOOP("The defaults are in force."),
    QT_TR_NOOP("{store} was damaged and has been restored from its backup. The damaged file is now {file}."),
    QT_TR_NOOP("{store} was missing and has been restored from its backup."),
    QT_TR_NOOP("{store} was damaged and no backup could be read. {reason} The damaged file is now {file}."),
    QT_TR_NOOP("{store} was missing and no backup could be read. {reason}"),
    QT_TR_NOOP("{store} was changed or damaged from outside; it is kept as {file}."),
    QT_TR_NOOP("{store} is not what the service has written or read."),
    QT_TR_NOOP("{store} has no sound backup."),
    QT_TR_NOOP(
        "The settings file is not valid TOML ({reason}); the settings of the last start are in force. Fix the file and "
        "start Bookwheel again."
    ),
    QT_TR_NOOP("The indexer ended again and again; the library's log has the details."),
    QT_TR_NOOP("The indexer ends again and again, so changes to files may not be seen."),
    QT_TR_NOOP("The indexer runs whenever there is work for it."),
    QT_TR_NOOP("{folder} has the details; stop the service and start it again."),
    QT_TR_NOOP("The embedder ended again and again; the library's log has the details."),
    QT_TR_NOOP("The ontology cannot be written, so the graph stays as it was; the log has the details."),
    QT_TR_NOOP("The graph could not be used; it is being built anew."),
    QT_TR_NOOP("The graph could not be read; it is being built anew."),
    QT_TR_NOOP("The graph did not fit the documents; it is being built anew."),
    QT_TR_NOOP("The index of nearest vectors was damaged or of another version; it is made anew in the background."),
    QT_TR_NOOP("The vectors were damaged or of another version; they are made anew in the background."),
    QT_TR_NOOP("The library's state was damaged and no backup could be read; please add your folders again."),
    QT_TR_NOOP("The catalogue is damaged ({reason}); it is rebuilt from the files."),
    QT_TR_NOOP("The list of documents could not be read; it is rebuilt from the files."),
    QT_TR_NOOP("Only the first {count} documents were compared; choose a collection."),
    QT_TR_NOOP("{document} has no part {number}."),
    QT_TR_NOOP("This page is too large or too deeply nested to be set; here is its source."),
    QT_TR_NOOP("This page is too costly to render; it is shown as plain text."),
    *REASONS,
    QT_TR_NOOP("{agent}: {reason}"),
)


_NOTICE = re.compile(r'(?<=<p class="quiet">)[^<]+(?=</p>\n<pre class="plain">)')

_NESTED = ("place", "reason", "source", "state", "store")
"""What stands in a sentence and may be one of these itself."""


def heard(sentence: str) -> str:
    """A sentence of the service in the window's language, as it came where it is not known."""
    for template, form in _forms():
        found = form.fullmatch(sentence)
        if found is not None:
            parts = found.groupdict()
            return tr(template).format(**{name: _heard_part(name, said) for name, said in parts.items()})
    return sentence


def _heard_part(name: str, said: str) -> str:
    if name == "patterns":  # a list of parts
        return "; ".join(map(heard, said.split("; ")))
    return heard(said) if name in _NESTED else said


def translate_notice(html: str) -> str:
    """Return a page's HTML with the notice above its source, where there is one, in the window's language."""
    return _NOTICE.sub(lambda match: escape(heard(unescape(match[0])), quote=False), html, count=1)


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    forms = ((each, re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(each))) for each in SENTENCES)
    return tuple((each, re.compile(form, re.DOTALL)) for each, form in forms)
