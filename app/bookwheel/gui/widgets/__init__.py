"""Widgets that know nothing of Bookwheel."""
