"""Traces of a team's readers and workers for an OpenTelemetry collector: calls, jobs and their stages, without texts.

May import the fetching room; what records is told by `bookwheel.domain.stages` and never sees what was asked.
"""
