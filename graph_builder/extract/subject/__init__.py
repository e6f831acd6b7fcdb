"""Whom a document is about."""
