"""Node postprocessors: they sort out what was found.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.postprocessor.base import BaseNodePostprocessor
    from desktop_rag.postprocessor.endpoint_rerank import EndpointRerank
    from desktop_rag.postprocessor.join_neighbours import JoinNeighboursPostprocessor
    from desktop_rag.postprocessor.keyword import KeywordNodePostprocessor
    from desktop_rag.postprocessor.llm_rerank import (
        LLMRerank,
        default_format_node_batch_fn,
        default_parse_choice_select_answer_fn,
    )
    from desktop_rag.postprocessor.long_context_reorder import LongContextReorder
    from desktop_rag.postprocessor.metadata_replacement import MetadataReplacementPostProcessor
    from desktop_rag.postprocessor.near_duplicates import NearDuplicatesPostprocessor
    from desktop_rag.postprocessor.optimizer import SentenceEmbeddingOptimizer
    from desktop_rag.postprocessor.prev_next import AutoPrevNextNodePostprocessor, PrevNextNodePostprocessor
    from desktop_rag.postprocessor.rank_gpt import RankGPTRerank
    from desktop_rag.postprocessor.recency import (
        EmbeddingRecencyPostprocessor,
        FixedRecencyPostprocessor,
        TimeWeightedPostprocessor,
    )
    from desktop_rag.postprocessor.similarity import SimilarityPostprocessor
    from desktop_rag.postprocessor.spread_files import SpreadFilesPostprocessor
    from desktop_rag.postprocessor.structured_llm_rerank import (
        DocumentRelevanceList,
        DocumentWithRelevance,
        StructuredLLMRerank,
    )
    from desktop_rag.postprocessor.widen_best import WidenBestPostprocessor

__all__ = [
    "AutoPrevNextNodePostprocessor",
    "BaseNodePostprocessor",
    "DocumentRelevanceList",
    "DocumentWithRelevance",
    "EmbeddingRecencyPostprocessor",
    "EndpointRerank",
    "FixedRecencyPostprocessor",
    "JoinNeighboursPostprocessor",
    "KeywordNodePostprocessor",
    "LLMRerank",
    "LongContextReorder",
    "MetadataReplacementPostProcessor",
    "NearDuplicatesPostprocessor",
    "PrevNextNodePostprocessor",
    "RankGPTRerank",
    "SentenceEmbeddingOptimizer",
    "SimilarityPostprocessor",
    "SpreadFilesPostprocessor",
    "StructuredLLMRerank",
    "TimeWeightedPostprocessor",
    "WidenBestPostprocessor",
    "default_format_node_batch_fn",
    "default_parse_choice_select_answer_fn",
]

__getattr__ = lazily(
    __name__,
    {
        "base": ("BaseNodePostprocessor",),
        "optimizer": ("SentenceEmbeddingOptimizer",),
        "rank_gpt": ("RankGPTRerank",),
        "structured_llm_rerank": ("DocumentRelevanceList", "DocumentWithRelevance", "StructuredLLMRerank"),
        "endpoint_rerank": ("EndpointRerank",),
        "join_neighbours": ("JoinNeighboursPostprocessor",),
        "keyword": ("KeywordNodePostprocessor",),
        "llm_rerank": (
            "LLMRerank",
            "default_format_node_batch_fn",
            "default_parse_choice_select_answer_fn",
        ),
        "long_context_reorder": ("LongContextReorder",),
        "metadata_replacement": ("MetadataReplacementPostProcessor",),
        "near_duplicates": ("NearDuplicatesPostprocessor",),
        "prev_next": (
            "PrevNextNodePostprocessor",
            "AutoPrevNextNodePostprocessor",
        ),
        "recency": (
            "EmbeddingRecencyPostprocessor",
            "FixedRecencyPostprocessor",
            "TimeWeightedPostprocessor",
        ),
        "similarity": ("SimilarityPostprocessor",),
        "spread_files": ("SpreadFilesPostprocessor",),
        "widen_best": ("WidenBestPostprocessor",),
    },
)
