"""What the window remembers: preferences, the session, and places in documents."""
