"""Data (front matter, JSON, YAML, BibTeX, records) become claims by the keys of their schemes."""
