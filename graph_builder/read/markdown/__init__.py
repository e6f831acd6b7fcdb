"""Markdown becomes Documents, with the front matter, templates and tables that sites and pandoc add to it."""
