"""Runs the stages in order: documents in, a store out."""

from graph_builder.pipeline.build import build
from graph_builder.pipeline.curation import RecordedDecision, Signature, history
from graph_builder.pipeline.decisions import accept, confirm, keep_apart, merge, pin, reject, rename, split, undo
from graph_builder.pipeline.enrichment import EnrichReport, EnrichSettings, enrich
from graph_builder.pipeline.erasure import ErasureError, ErasureReport, forget_person
from graph_builder.pipeline.forgetting import forget, wipe
from graph_builder.pipeline.language_model import LanguageModel
from graph_builder.pipeline.report import BuildReport
from graph_builder.pipeline.review import review, review_page
from graph_builder.pipeline.stages import Progress, Stages, default_stages
from graph_builder.pipeline.web_pages import WebSettings

__all__ = [
    "BuildReport",
    "EnrichReport",
    "EnrichSettings",
    "ErasureError",
    "ErasureReport",
    "LanguageModel",
    "Progress",
    "RecordedDecision",
    "Signature",
    "Stages",
    "WebSettings",
    "accept",
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
