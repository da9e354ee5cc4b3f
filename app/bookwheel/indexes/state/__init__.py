"""The state: what no source file holds, in one SQLite file with a backup.

May import wire, paths, settings, log and domain. Must not know another index, the library, or a file format.
"""

from bookwheel.indexes.state.state import State

__all__ = ["State"]
