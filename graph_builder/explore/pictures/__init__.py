"""Pictures of a graph as one HTML file that needs no network."""
