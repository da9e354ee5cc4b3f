"""The background process: lock, life cycle, children, gate, /rpc, /events, tools for agents.

May import library and below. Must not know gui, cli, bridge or client.
"""
