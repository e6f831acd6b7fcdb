"""Teaching: the shipped tagger is trained further on documents that people have put right, for one store."""

from graph_builder.store.taught import remove_weights, taught_weights
from graph_builder.teach.teaching import LEAST, TeachError, TeachReport, summary, teach

__all__ = ["LEAST", "TeachError", "TeachReport", "remove_weights", "summary", "taught_weights", "teach"]
