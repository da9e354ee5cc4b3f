"""The rendered page, its tabs, and what helps while reading."""
