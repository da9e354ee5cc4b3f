"""What people and agents add to a library: memories, links made by hand, and pinned passages."""
