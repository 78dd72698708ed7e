"""The steps there may be after searching, as they are offered: plain name, what each does, its settings.

What builds them is ``postprocessor.factory``, which is heavy to load; a test holds this table against it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication


@dataclass(frozen=True, slots=True)
class PostprocessorKind:
    """A postprocessor as it is offered: ``parameters`` gives an example or the default of each as text."""

    name: str
    label: str
    help: str
    parameters: Mapping[str, str] = field(default_factory=dict)


_KINDS = (
    PostprocessorKind(
        "similarity", "Only what fits well", "Drops passages whose score is below the cutoff.", {"cutoff": "0.5"}
    ),
    PostprocessorKind(
        "keyword", "With or without words", "Keeps passages with one of the required words, without the excluded ones.",
        {"required": "contract, lease", "exclude": "draft"},
    ),
    PostprocessorKind(
        "near_duplicates", "Without copies", "Keeps one of several passages that say the same.", {"top_n": "all"}
    ),
    PostprocessorKind(
        "prev_next", "With neighbours", "Adds the passages before or after each one.",
        {"passages": "1", "mode": "next, previous or both"},
    ),
    PostprocessorKind(
        "join_neighbours", "As running text", "Joins passages that follow one another."
    ),
    PostprocessorKind(
        "metadata_replacement", "With the text around", "Shows the model the text around each sentence that was found.",
        {"key": "window"},
    ),
    PostprocessorKind(
        "rerank", "Sorted by the reranker", "The reranker of the settings judges the passages; the best are kept.",
        {"top_n": "2", "batch_size": "32"},
    ),
    PostprocessorKind(
        "llm_rerank", "Sorted by the model", "The language model judges the passages; the best are kept.",
        {"top_n": "10", "choice_batch_size": "10"},
    ),
    PostprocessorKind(
        "long_context_reorder", "Best first and last", "Puts the best passages where models read best."
    ),
    PostprocessorKind(
        "fixed_recency", "Newest only", "Keeps the newest passages.", {"top_k": "1", "date_key": "date"}
    ),
    PostprocessorKind(
        "embedding_recency", "Newest version only", "Keeps the newest of passages that say nearly the same.",
        {"cutoff": "0.7", "date_key": "date"},
    ),
    PostprocessorKind(
        "time_weighted", "Rather recent ones", "Prefers passages that were used or changed lately.",
        {"decay": "0.99", "top_k": "1", "refresh": "yes or no", "last_accessed_key": "__last_accessed__"},
    ),
)  # fmt: skip


def known_kinds() -> tuple[PostprocessorKind, ...]:
    """Return every kind, the useful ones first, in the person's language."""
    return tuple(PostprocessorKind(kind.name, _tr(kind.label), _tr(kind.help), kind.parameters) for kind in _KINDS)


def _tr(text: str) -> str:
    """Translate in the context of this module."""
    return QCoreApplication.translate("Postprocessors", text)
