"""What agents see of the library: the MCP tools, their schemas, budgets and instructions.

May import the library, wire, settings and domain, and the MCP SDK. Must not open an index or know the window.
"""
