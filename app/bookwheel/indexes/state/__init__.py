"""The state: what no source file holds, in one SQLite file with a backup; and the port behind which memories are kept.

May import wire, paths, settings, log and domain. Must not know another index, the library, or a file format.
"""

from bookwheel.indexes.state.state import State
from bookwheel.indexes.state.state_memories import StateMemories

__all__ = ["State", "StateMemories"]
