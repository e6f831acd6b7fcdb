"""Markdown becomes Documents, with the front matter and templates that sites add to it."""
