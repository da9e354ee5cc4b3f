"""What the reader fetches of the service to show a document: its page and sections, and pages ahead of time."""
