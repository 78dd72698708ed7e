"""How common words are in texts of any kind, by the built-in model's vocabulary: it is sorted by frequency."""

import math
from collections.abc import Iterable

from desktop_rag.embeddings.multilingual_e5 import load_tokenizer

# The logarithm of how likely a token is in XLM-R's training text, by its place in the vocabulary: least squares over
# the scores of tokens 10 to 249,990, each weighed by how likely it is. Nearly all differ by less than .1.
_FIRST, _FALL = -3.49, -0.867
# Words of a language in a passage, with the share of that language among a hundred. By this and by how many passages
# such a share is worth (``relevance``), the counts of words of questions in XQuAD's English half are the likeliest: a
# beta-binomial distribution, in steps of two.
_WORDS = 3200


def passage_shares(words: Iterable[str]) -> dict[str, float]:
    """Return for each word the share of passages of any kind, 0 to 1, that are likely to have it."""
    return {word: -math.expm1(-_WORDS * math.exp(_likelihood(word))) for word in words}


def _likelihood(word: str) -> float:
    """Return the logarithm of how likely a word is: in small letters, too, as at the beginning of a sentence."""
    rows = load_tokenizer().encode_batch([word, word.lower()], add_special_tokens=False)
    return max(sum(_FIRST + _FALL * math.log(max(place, 1)) for place in row.ids) for row in rows)
