"""The stages of a build on Apache Spark: the graph that ``pipeline.build`` gives, from as many machines as there are.

Readers, extractors, resolution and the writer of quads are those of the embedded engine; this room only decides what is
done where. Mentions are resolved in parts that no tie joins (``ties`` in ``graph_builder.resolve``), so that each part
can be given to the very functions that the embedded engine gives all to.
"""

from graph_builder.engine.build import SparkReport, build_on_spark
from graph_builder.engine.session import EngineError, SparkSettings

__all__ = ["EngineError", "SparkReport", "SparkSettings", "build_on_spark"]
