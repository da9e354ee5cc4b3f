"""Opens the newest commit of a folder as a revision of segments."""

# pyright: standard
# Whoosh leaves most of what is used here untyped.

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path

from whoosh.filedb.filestore import FileStorage
from whoosh.index import TOC, EmptyIndexError
from whoosh.reading import SegmentReader

from bookwheel.domain.errors import IndexDamaged
from bookwheel.indexes.keyword.damage import DAMAGE, damaged
from bookwheel.indexes.keyword.mapped_files import read_mapped
from bookwheel.indexes.keyword.postings import Cache, Segment
from bookwheel.indexes.keyword.schema import ANALYSIS
from bookwheel.indexes.keyword.segments import WordRevision, WordSegment
from bookwheel.indexes.keyword.writer import deleted_mask

_NAME = "MAIN"
_TRIES = 20


def read_segments(
    folder: Path,
    known: Mapping[str, WordSegment],
    cache: Cache,
    on_damage: Callable[[], None] | None = None,
    *,
    is_plain: bool = False,
) -> WordRevision:
    """The newest commit in a folder (empty when there is none yet), with the segments that are known already.

    `on_damage` is called when one of those that are opened turns out to be damaged. With `is_plain`, postings are read
    through Whoosh's public matchers alone.

    Raises:
        IndexDamaged: when the index cannot be read.
    """
    read_mapped()
    storage = FileStorage(str(folder))
    for attempt in range(_TRIES):
        try:
            toc = TOC.read(storage, _NAME)
            if getattr(toc.schema, "analysis", 0) != ANALYSIS:
                return WordRevision(0)  # the writer is about to build it anew
            opened = [
                known.get(stored.segment_id())
                or Segment(SegmentReader(storage, toc.schema, stored), cache, on_damage, is_plain=is_plain)
                for stored in toc.segments
            ]
            segments = list(zip(opened, map(deleted_mask, toc.segments), strict=True))
            break
        except EmptyIndexError:
            return WordRevision(0)
        except OSError as error:
            # The writer may have replaced files between the reading of their list and their opening.
            if attempt + 1 == _TRIES:
                if not folder.exists():
                    return WordRevision(0)
                raise damaged(error) from error
            time.sleep(0.01)
        except DAMAGE as error:
            raise damaged(error) from error
    else:
        raise IndexDamaged("The keyword index changed while it was being opened. Try again.")
    is_stamp = getattr(toc.schema, "is_stamp", False)
    return WordRevision(getattr(toc.schema, "revision", 0), segments, is_stamp=is_stamp)
