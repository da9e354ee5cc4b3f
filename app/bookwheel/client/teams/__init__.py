"""A person's teams: connecting and signing in, and one library made of the person's own and what teams show."""
