"""The background process: `server` joins its rooms, `components` opens what it owns, `worker_main` runs a child.

May import library and below. Must not know gui, cli, bridge or client.
"""
