"""PDF files become Documents."""
