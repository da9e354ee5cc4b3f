"""Files of every format made from the same chapters, and the words that a place in one of them holds.

For tests and benchmarks; they share nothing with the readers.
"""
