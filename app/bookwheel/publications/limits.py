"""How large the parts of a publication may be."""

MOST_BUCKETS = 1024
MOST_SEGMENT_BYTES = 64_000_000
MOST_UNPACKED_BYTES = 256_000_000
