"""What can be done in the window by menu, shortcut or palette: one table, and the actions made of it."""
