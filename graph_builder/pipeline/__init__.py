"""Runs the stages in order: documents in, a store out. ``build.py`` is the recipe."""

from graph_builder.pipeline.build import BuildReport, build
from graph_builder.pipeline.curation import RecordedDecision, Signature, history, review, review_page
from graph_builder.pipeline.decisions import (
    Answer,
    accept,
    accept_document,
    add,
    answer,
    confirm,
    correct,
    keep_apart,
    merge,
    pin,
    reject,
    rename,
    split,
    undo,
)
from graph_builder.pipeline.enrichment import EnrichReport, EnrichSettings, enrich
from graph_builder.pipeline.erasure import ErasureError, ErasureReport, forget, forget_person, wipe
from graph_builder.pipeline.language_model import LanguageModel
from graph_builder.pipeline.sources import WebSettings
from graph_builder.pipeline.stages import Progress, Stages, default_stages

__all__ = [
    "Answer",
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
    "accept_document",
    "add",
    "answer",
    "build",
    "confirm",
    "correct",
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
