"""The graph as a network: neighbours, paths, communities and an overview of all of it."""
