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
        "similarity", "Only what fits well", "Drops passages whose score is below the cutoff.", {"cutoff": "0.5"}
    ),
    PostprocessorKind(
        "keyword",
        "With or without words",
        "Keeps passages with one of the required words, without the excluded ones.",
        {"required": "contract, lease", "exclude": "draft"},
    ),
    PostprocessorKind(
        "near_duplicates", "Without copies", "Keeps one of several passages that say the same.", {"top_n": "all"}
    ),
    PostprocessorKind(
        "prev_next",
        "With neighbours",
        "Adds the passages before or after each one.",
        {"passages": "1", "mode": "next, previous or both"},
    ),
    PostprocessorKind("join_neighbours", "As running text", "Joins passages that follow one another."),
    PostprocessorKind(
        "metadata_replacement",
        "With the text around",
        "Shows the model the text around each sentence that was found.",
        {"key": "window"},
    ),
    PostprocessorKind(
        "rerank",
        "Sorted by the reranker",
        "The reranker from Settings judges the passages; the best are kept.",
        {"top_n": "2", "batch_size": "32"},
    ),
    PostprocessorKind(
        "llm_rerank",
        "Sorted by the model",
        "The language model judges the passages; the best are kept.",
        {"top_n": "10", "choice_batch_size": "10"},
    ),
    PostprocessorKind("long_context_reorder", "Best first and last", "Puts the best passages where models read best."),
    PostprocessorKind("fixed_recency", "Newest only", "Keeps the newest passages.", {"top_k": "1", "date_key": "date"}),
    PostprocessorKind(
        "embedding_recency",
        "Newest version only",
        "Keeps the newest of passages that say nearly the same.",
        {"cutoff": "0.7", "date_key": "date"},
    ),
    PostprocessorKind(
        "time_weighted",
        "Rather recent ones",
        "Prefers passages that were used or changed lately.",
        {"decay": "0.99", "top_k": "1", "refresh": "yes or no", "last_accessed_key": "__last_accessed__"},
    ),
)
