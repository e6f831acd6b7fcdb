"""Lines, headings and sections of a document."""
