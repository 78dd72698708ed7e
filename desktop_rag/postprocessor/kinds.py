"""The postprocessors as they are offered: name, what each does, its parameters.

``postprocessor.factory`` makes them; it is slow to import, so this table stands apart.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PostprocessorKind:
    """A postprocessor by its name; ``parameters`` has an example or the default of each, as text."""

    name: str
    label: str
    help: str
    parameters: Mapping[str, str] = field(default_factory=dict)


POSTPROCESSOR_KINDS = (
    PostprocessorKind(
        "similarity", "Minimum score", "Drops passages whose score is below the cutoff.", {"cutoff": "0.5"}
    ),
    PostprocessorKind(
        "keyword",
        "Required and excluded words",
        "Keeps passages with at least one required word and no excluded word.",
        {"required": "contract, lease", "exclude": "draft"},
    ),
    PostprocessorKind(
        "near_duplicates", "No duplicates", "Keeps one of several passages that say the same.", {"top_n": "all"}
    ),
    PostprocessorKind(
        "prev_next",
        "Neighbouring passages",
        "Adds the passages before or after each one.",
        {"passages": "1", "mode": "next, previous or both"},
    ),
    PostprocessorKind("join_neighbours", "Running text", "Joins passages that follow one another."),
    PostprocessorKind(
        "metadata_replacement",
        "Surrounding text",
        "Shows the model the text around each sentence found.",
        {"key": "window"},
    ),
    PostprocessorKind(
        "rerank",
        "Sort with the reranker",
        "The reranker from Settings judges the passages; the best are kept.",
        {"top_n": "2", "batch_size": "32"},
    ),
    PostprocessorKind(
        "llm_rerank",
        "Sort with the model",
        "The language model judges the passages; the best are kept.",
        {"top_n": "10", "choice_batch_size": "10"},
    ),
    PostprocessorKind(
        "long_context_reorder",
        "Best first and last",
        "Puts the best passages first and last, where models read most attentively.",
    ),
    PostprocessorKind("fixed_recency", "Newest only", "Keeps the newest passages.", {"top_k": "1", "date_key": "date"}),
    PostprocessorKind(
        "embedding_recency",
        "Newest version only",
        "Keeps the newest of passages that say nearly the same.",
        {"cutoff": "0.7", "date_key": "date"},
    ),
    PostprocessorKind(
        "time_weighted",
        "Prefer recent passages",
        "Prefers passages that were used or changed recently.",
        {"decay": "0.99", "top_k": "1", "refresh": "yes or no", "last_accessed_key": "__last_accessed__"},
    ),
)
