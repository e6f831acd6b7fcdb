"""Find and run a question: the catalogue of named queries, parameters bound as terms, answers row by row."""
