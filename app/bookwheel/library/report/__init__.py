"""The link report: what links leave to mend, and what in the documents is worth a look."""
