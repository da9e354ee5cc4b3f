"""A small judged set as files."""

from __future__ import annotations

import json
from pathlib import Path

CORPUS = (
    {"_id": "7", "title": "Herons", "text": "The heron stands in the water and it is fishing for hours of the day."},
    {"_id": "9", "title": "Owls", "text": "An owl is a bird that hunts at night, and it sees in the dark."},
    {
        "_id": "x y",
        "title": "Bread",
        "text": "This is how the dough is made and how it is left to rise in the kitchen.",
    },
)
QUERIES = (
    {"_id": "1", "text": "how do herons fish"},
    {"_id": "2", "text": "owl at night"},
    {"_id": "3", "text": "nobody judged this"},
)
JUDGEMENTS = "query-id\tcorpus-id\tscore\n1\t7\t2\n1\t9\t0\n2\t9\t1\n2\t7\t1\n"


def write_set(folder: Path) -> Path:
    """A set of three documents and three queries, two of them judged."""
    (folder / "qrels").mkdir(parents=True)
    (folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, CORPUS)) + "\n", "utf-8")
    (folder / "queries.jsonl").write_text("\n".join(map(json.dumps, QUERIES)) + "\n\n", "utf-8")
    (folder / "qrels" / "test.tsv").write_text(JUDGEMENTS, "utf-8")
    return folder
