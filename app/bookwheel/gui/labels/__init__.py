"""The Labels dock: tags, categories, types and saved searches."""
