"""Files and folders of a collection: which are read, how they are ordered, and where their links lead."""
