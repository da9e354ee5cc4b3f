"""Agents in the window: their calls, permissions, connections, pinned passages and memories."""
