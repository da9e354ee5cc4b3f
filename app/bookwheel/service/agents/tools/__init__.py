"""The tools that agents call: their arguments, their answers and the schemas of both.

May import the library, wire, settings and domain. Must not know the MCP SDK, the gate or the threads that run a call.
"""
