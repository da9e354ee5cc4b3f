"""The Tasks pane: what is left to do, as the documents say."""
