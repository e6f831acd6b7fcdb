"""Education and employment from the entries of their sections."""
