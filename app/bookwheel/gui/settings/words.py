"""What the library's settings say about themselves, word for word as in `bookwheel.settings`: lupdate finds it here."""

from __future__ import annotations

from bookwheel.gui.language import QT_TR_NOOP

OF_THE_LIBRARY = (
    QT_TR_NOOP("Weight of words in a document's title."),
    QT_TR_NOOP("Weight of words in a section's headings."),
    QT_TR_NOOP("Weight of words in a section's text."),
    QT_TR_NOOP("Weight of words in code."),
    QT_TR_NOOP("Weight of words in tags, categories and keywords."),
    QT_TR_NOOP("How soon repeated words stop counting (BM25 k1)."),
    QT_TR_NOOP("How much long sections are held back (BM25 b)."),
    QT_TR_NOOP("Share of a document's next best section added to its best one."),
    QT_TR_NOOP("Weight of words found by their beginning."),
    QT_TR_NOOP("Search by meaning besides words and links."),
    QT_TR_NOOP("Embedding model: a folder or a name on the hub; empty for the bundled one."),
    QT_TR_NOOP("Models of single collections, as collection=model; collection=model."),
    QT_TR_NOOP("Threads that make vectors in the background."),
    QT_TR_NOOP("Weights by name: balanced, keyword or graph; empty for the three below."),
    QT_TR_NOOP("Weight of words."),
    QT_TR_NOOP("Weight of meaning."),
    QT_TR_NOOP("Weight of the graph, in hybrid mode."),
    QT_TR_NOOP("What is summed: scores, or ranks (reciprocal rank fusion)."),
    QT_TR_NOOP("Cosine below which meaning alone finds nothing close."),
    QT_TR_NOOP("Time for embedding hits without vectors while a query waits."),
    QT_TR_NOOP("Files published together at most."),
    QT_TR_NOOP("Seconds after which a batch is published."),
    QT_TR_NOOP("Files above this size (MB) are left out."),
    QT_TR_NOOP("Follow changes on disk."),
    QT_TR_NOOP("Seconds after which a SPARQL query is stopped."),
    QT_TR_NOOP("Memory (MB) that SPARQL queries may take, where the system can bound it."),
    QT_TR_NOOP("Calls a second."),
    QT_TR_NOOP("Calls at the same time."),
    QT_TR_NOOP("Listening streams at the same time."),
    QT_TR_NOOP("Seconds after which a call is given up."),
    QT_TR_NOOP("MB that calls may send in a minute."),
    QT_TR_NOOP("Tokens that answers may hold in a minute."),
    QT_TR_NOOP("Days the activity list is kept."),
    QT_TR_NOOP("Memories of one agent at most."),
    QT_TR_NOOP("Characters of one memory at most."),
    QT_TR_NOOP("Memories of one agent in MB at most."),
    QT_TR_NOOP("Links of one agent at most."),
    QT_TR_NOOP("Minutes without a client after which the service ends itself."),
    QT_TR_NOOP("Minutes without work after which the indexer rests."),
)
"""The sentences come over the wire in English; a row gives them to `tr`."""
