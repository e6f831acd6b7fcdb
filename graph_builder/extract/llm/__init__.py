"""Facts as a language model reads them, for users who have one: copied, verified, merged with those of the rules."""

from graph_builder.extract.llm.answer import BadAnswer, content_of
from graph_builder.extract.llm.ask import AnswerOf, ModelReading, read_with_model, unanswered
from graph_builder.extract.llm.question import PROMPT_VERSION, Question, part_size, questions, tokens

__all__ = [
    "PROMPT_VERSION", "AnswerOf", "BadAnswer", "ModelReading", "Question", "content_of", "part_size", "questions",
    "read_with_model", "tokens", "unanswered",
]  # fmt: skip
