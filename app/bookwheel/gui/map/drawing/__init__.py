"""What paints the map: one frame, many shapes and lines at once, and the ground that is kept as a picture."""
