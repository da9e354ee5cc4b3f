"""Stores of objects, tried on a real server with a disk behind it; `make test-s3` fetches it."""
