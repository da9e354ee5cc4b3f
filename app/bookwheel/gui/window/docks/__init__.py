"""What stands at the sides of the window: its docks, how they are shown, and what follows the document read."""
