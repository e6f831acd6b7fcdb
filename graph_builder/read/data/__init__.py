"""Structured data (YAML, TOML, JSON, front matter) become Documents: a field for each value, and a tree of nodes."""
