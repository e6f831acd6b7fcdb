"""Rows and quads become files: query results, RDF, graph files for other tools, data frames."""
