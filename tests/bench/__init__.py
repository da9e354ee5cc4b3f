"""Measurements of speed and quality on real document trees; never asserted, never part of the suite.

May import everything. Each measure is a module with a function that yields figures.
"""
