"""Typst files become Documents."""
