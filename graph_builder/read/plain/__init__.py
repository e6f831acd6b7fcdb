"""Plain text files become Documents."""
