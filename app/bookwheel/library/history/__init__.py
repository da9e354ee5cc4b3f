"""What git knows of a folder: its repository is found, and its newest commits are read in a child."""
