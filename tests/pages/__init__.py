"""The room that makes pages."""
