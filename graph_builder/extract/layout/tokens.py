"""The tokenizer of the pipeline: words, numbers and single marks, in time that grows with the text and no faster.

spaCy's own looks for affixes again and again, which takes minutes where a line of a hundred thousand dashes stands.
"""

from __future__ import annotations

import re

from spacy.tokens import Doc
from spacy.vocab import Vocab

BREAK = re.compile(r"\n(?<=[^\W\d_]\n)(?=[^\W\d_])")
"""A line break between two words."""
_RUN = re.compile(r"\S+|\s+")
_TOKEN = re.compile(r"[^\W_]+|[\W_]")
_LONGEST_ADDRESS = 300


class Tokenizer:
    """Divides text into words, numbers and single marks; addresses stay whole, for no name of ours stands in them.

    >>> import spacy
    >>> [t.text for t in Tokenizer(spacy.blank("en").vocab)("MIT's lab, see http://mit.edu/lab")]
    ['MIT', "'", 's', 'lab', ',', 'see', 'http://mit.edu/lab']
    """

    def __init__(self, vocab: Vocab) -> None:
        self._vocab = vocab

    def __call__(self, text: str) -> Doc:
        """Return the tokens of *text*, which together give it back; a break between two words counts as a space."""
        words: list[str] = []
        spaces: list[bool] = []
        for run in _RUN.findall(BREAK.sub(" ", text)):
            if run == " " and words:  # most are a space, or the word before it
                spaces[-1] = True
                continue
            if run.isalnum():
                words.append(run)
                spaces.append(False)
                continue
            if run.isspace():
                rest = run
                if words and run[0] == " ":
                    spaces[-1] = True
                    rest = run[1:]
                if not rest:
                    continue
                parts = [rest]
            else:
                parts = [run] if _is_address(run) else _TOKEN.findall(run)
            words += parts
            spaces += [False] * len(parts)
        return Doc(self._vocab, words=words, spaces=spaces)


def _is_address(run: str) -> bool:
    return len(run) <= _LONGEST_ADDRESS and ("://" in run or "@" in run or run.startswith("www."))
