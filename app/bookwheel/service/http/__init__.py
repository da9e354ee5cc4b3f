"""The endpoint's transport: routes, connections, the gate before every route, limits, and `/rpc`.

May import the files, events and activity of the service. Must not know workers, agents or the library.
"""
