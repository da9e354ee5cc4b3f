"""What leads out of the library: editors, new notes, links to files and addresses. Imports no other feature."""
