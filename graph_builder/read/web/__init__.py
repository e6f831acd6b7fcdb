"""Pages of the web that the user names."""
