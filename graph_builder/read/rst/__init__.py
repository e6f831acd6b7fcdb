"""reStructuredText becomes Documents."""
