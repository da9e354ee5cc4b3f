"""What agents are offered beside the tools: resources and notices of their changes, prompts, completion.

May import the tools, the gate and the MCP SDK. Must not know the server that offers them.
"""
