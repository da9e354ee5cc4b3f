"""How large the parts of a publication may be."""

MOST_BUCKETS = 1024
MOST_SEGMENT_BYTES = 64_000_000
MOST_UNPACKED_BYTES = 256_000_000
MOST_DOCUMENTS = 100_000
"""Documents of one segment."""
MOST_ROWS = 2_000_000
"""Rows of all the documents of one segment together: short ones take twenty times as much memory as packed."""
MOST_ASSETS = 100_000
"""Files of one segment."""
