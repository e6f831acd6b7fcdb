"""Scripts that train the package's models from published records; nothing here runs when documents are read."""
