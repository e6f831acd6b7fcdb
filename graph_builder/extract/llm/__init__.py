"""Claims of a language model, for users who have one: asked for facts with quotes, believed as far as quotes go."""

from graph_builder.extract.llm.ask import Answer, Ask, ask

__all__ = ["Answer", "Ask", "ask"]
