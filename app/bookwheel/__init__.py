"""Bookwheel: a desktop knowledge browser with one local index for its reader and their agents."""

from bookwheel import telemetry

__version__ = "0.1.0"

# Before any dependency is imported, in every process of ours: nothing is sent.
telemetry.turn_off()
