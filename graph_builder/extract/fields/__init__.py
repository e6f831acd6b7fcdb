"""The words of a line become fields: dates, degrees, posts, organizations, places."""
