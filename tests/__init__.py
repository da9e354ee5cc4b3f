"""Bookwheel's tests, mirroring the source tree."""
