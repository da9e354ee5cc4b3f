"""Topics of collections: made from what documents say and mean, named, arranged by a person, and told."""
