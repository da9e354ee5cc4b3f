"""Two documents beside each other: their sections aligned, and what differs marked."""
