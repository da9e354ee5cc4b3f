"""What features may ask of the window they live in; imports `state`, `widgets` and what lies below, no feature."""
