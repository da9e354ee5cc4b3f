"""The child processes: what starts each, keeps it in step, and talks to it over a pipe.

May import the library, and the files, events and activity of the service. Must not know /rpc, agents or the window.
"""
