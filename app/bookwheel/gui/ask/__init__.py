"""The Ask dock: a question, and the evidence for it."""
