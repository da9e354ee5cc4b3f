"""The service seen from outside: status, events, activity, agents, settings, and the doctor's checks.

May import the rest of domain. Must not know how any of it comes about.
"""
