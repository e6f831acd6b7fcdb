"""Things and facts read back from a graph, and what a user means by a name."""
