"""The languages of the window: translation, direction of text, and the sentences of the service."""
