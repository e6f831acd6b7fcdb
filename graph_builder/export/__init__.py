"""Rows and quads become files: query results, RDF, graph files for other tools, data frames."""

from graph_builder.export.columns import to_pandas
from graph_builder.export.tables import TABLE_FORMATS, TableFormat
from graph_builder.export.write import write_table

__all__ = ["TABLE_FORMATS", "TableFormat", "to_pandas", "write_table"]
