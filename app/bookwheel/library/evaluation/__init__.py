"""Evaluation: judged queries asked of a library that is made for them, and what each way of searching makes of them.

Runs in a child of its own, on folders that it is given; never on the person's library.
"""
