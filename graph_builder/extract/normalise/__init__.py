"""Printed forms become plain ones: names of authors and venues, identifiers, text with LaTeX in it."""
