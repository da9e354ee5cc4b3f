"""Where the documents of the library come from: the dialog Sources, and the one that adds or edits a site."""
