"""Runs the stages in order: documents in, a store out."""

from graph_builder.pipeline.curation import Made, Signature, history
from graph_builder.pipeline.deciding import confirm, keep_apart, merge, pin, reject, rename, split, undo
from graph_builder.pipeline.enriching import EnrichReport, EnrichSettings, enrich
from graph_builder.pipeline.erasing import Erasure, ErasureError, forget_person
from graph_builder.pipeline.forgetting import forget, wipe
from graph_builder.pipeline.language_model import LanguageModel
from graph_builder.pipeline.order import build
from graph_builder.pipeline.pages import WebSettings
from graph_builder.pipeline.report import BuildReport
from graph_builder.pipeline.reviewing import review, review_page
from graph_builder.pipeline.stages import Progress, Stages, default_stages

__all__ = [
    "BuildReport",
    "EnrichReport",
    "EnrichSettings",
    "Erasure",
    "ErasureError",
    "LanguageModel",
    "Made",
    "Progress",
    "Signature",
    "Stages",
    "WebSettings",
    "build",
    "confirm",
    "default_stages",
    "enrich",
    "forget",
    "forget_person",
    "history",
    "keep_apart",
    "merge",
    "pin",
    "reject",
    "rename",
    "review",
    "review_page",
    "split",
    "undo",
    "wipe",
]
