"""Zip files, tar archives and compressed files, read where they are."""
