"""The process of the window: how it starts, its windows and its tray icon."""
