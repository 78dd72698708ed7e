from desktop_rag.llamaindex.indices.utils import (
    default_format_node_batch_fn as default_format_node_batch_fn,
    default_parse_choice_select_answer_fn as default_parse_choice_select_answer_fn,
)
from desktop_rag.llamaindex.postprocessor.node import AutoPrevNextNodePostprocessor as AutoPrevNextNodePostprocessor
from desktop_rag.llamaindex.postprocessor.optimizer import SentenceEmbeddingOptimizer as SentenceEmbeddingOptimizer
from desktop_rag.llamaindex.postprocessor.rank_gpt import RankGPTRerank as RankGPTRerank
from desktop_rag.llamaindex.postprocessor.structured_llm_rerank import (
    DocumentRelevanceList as DocumentRelevanceList,
    DocumentWithRelevance as DocumentWithRelevance,
    StructuredLLMRerank as StructuredLLMRerank,
    default_parse_structured_choice_select_answer as default_parse_structured_choice_select_answer,
)
from desktop_rag.postprocessor.base import BaseNodePostprocessor as BaseNodePostprocessor
from desktop_rag.postprocessor.endpoint_rerank import EndpointRerank as EndpointRerank
from desktop_rag.postprocessor.join_neighbours import JoinNeighboursPostprocessor as JoinNeighboursPostprocessor
from desktop_rag.postprocessor.node import KeywordNodePostprocessor as KeywordNodePostprocessor
from desktop_rag.postprocessor.llm_rerank import LLMRerank as LLMRerank
from desktop_rag.postprocessor.node import LongContextReorder as LongContextReorder
from desktop_rag.postprocessor.join_neighbours import (
    MetadataReplacementPostProcessor as MetadataReplacementPostProcessor,
)
from desktop_rag.postprocessor.near_duplicates import NearDuplicatesPostprocessor as NearDuplicatesPostprocessor
from desktop_rag.postprocessor.node import PrevNextNodePostprocessor as PrevNextNodePostprocessor
from desktop_rag.postprocessor.recency import (
    EmbeddingRecencyPostprocessor as EmbeddingRecencyPostprocessor,
    FixedRecencyPostprocessor as FixedRecencyPostprocessor,
    TimeWeightedPostprocessor as TimeWeightedPostprocessor,
)
from desktop_rag.postprocessor.node import SimilarityPostprocessor as SimilarityPostprocessor
from desktop_rag.postprocessor.near_duplicates import SpreadFilesPostprocessor as SpreadFilesPostprocessor
from desktop_rag.postprocessor.join_neighbours import WidenBestPostprocessor as WidenBestPostprocessor
