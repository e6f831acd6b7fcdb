"""Turns CVs, homepages and scholarly records into one RDF knowledge graph."""
