"""Functions that build and query indices."""

from collections.abc import Iterable, Sequence

from desktop_rag.core.schema import MetadataMode, TextNode
from desktop_rag.embeddings.base import (
    embed_nodes as embed_nodes,
)
from desktop_rag.indices.keywords import keywords_of_reply, with_words
from desktop_rag.indices.triplets import MAX_OBJECT_LENGTH, parse_triplets
from desktop_rag.node_parser.base import TextSplitter, truncate_text
from desktop_rag.postprocessor.llm_rerank import choices_from_words, numbered_texts, parse_choices
from desktop_rag.storage.sqlite.index_kinds.graph import Triplet


def extract_keywords_given_response(
    response: str,
    lowercase: bool = True,  # noqa: FBT001, FBT002 - LlamaIndex's
    start_token: str = "",
) -> set[str]:
    """Return the keywords of a model's reply that may begin with ``start_token``, and the words they are made of."""
    return set(keywords_of_reply(response.strip().removeprefix(start_token), fold=lowercase))


def expand_tokens_with_subtokens(tokens: Iterable[str]) -> set[str]:
    """Return keywords and the words they are made of, without the small ones."""
    return set(with_words(tokens))


def get_numbered_text_from_nodes(node_list: Sequence[TextNode], text_splitter: TextSplitter | None = None) -> str:
    """Return the texts of nodes under their numbers, each on a line; of each what ``text_splitter`` cuts first."""
    texts = (" ".join(node.get_content().splitlines()) for node in node_list)
    shown = (text if text_splitter is None else truncate_text(text, text_splitter) for text in texts)
    return "\n\n".join(f"({number}) {text}" for number, text in enumerate(shown, 1))


def default_parse_triplets_fn(response: str, max_length: int = MAX_OBJECT_LENGTH) -> list[Triplet]:
    """Return the facts of a reply with capital letters at the beginnings of their parts, as LlamaIndex does."""
    return [
        (subject.capitalize(), relation.capitalize(), target.capitalize())
        for subject, relation, target in parse_triplets(response, max_length)
    ]


def default_format_node_batch_fn(summary_nodes: Sequence[TextNode]) -> str:
    """Return the passages of a request, numbered from 1."""
    return numbered_texts([node.get_content(MetadataMode.LLM) for node in summary_nodes])


def default_parse_choice_select_answer_fn(
    answer: str,
    num_choices: int,
    raise_error: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
) -> tuple[list[int], list[float]]:
    """Return the numbers (from 1) that a reply to so many passages names, and how relevant it says each is.

    Raises:
        ValueError: with ``raise_error``, a line of it is nothing of the kind.

    """
    if raise_error:
        strange = next((line for line in answer.splitlines() if line.strip() and not choices_from_words(line)), "")
        if strange:
            raise ValueError(f"This line names no passage: {strange}")
    named = parse_choices(answer, num_choices) or []
    told = [(number, relevance) for number, relevance in named if relevance is not None]
    return [number for number, _ in told], [relevance for _, relevance in told]
