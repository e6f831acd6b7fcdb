"""Org, the markup of Emacs, becomes Documents."""
