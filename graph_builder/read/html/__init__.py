"""HTML pages become Documents."""
