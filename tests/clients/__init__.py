"""Agents' clients that others wrote, against our real tools; `make clients`."""
