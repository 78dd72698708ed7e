from desktop_rag.embeddings.base import embed_nodes as embed_nodes
from desktop_rag.indices.keyword_table import (
    BaseKeywordTableIndex as BaseKeywordTableIndex,
    KeywordTableRetrieverMode as KeywordTableRetrieverMode,
)
from desktop_rag.indices.keyword_table import (
    BaseKeywordTableRetriever as BaseKeywordTableRetriever,
    KeywordTableGPTRetriever as KeywordTableGPTRetriever,
    KeywordTableRAKERetriever as KeywordTableRAKERetriever,
    KeywordTableSimpleRetriever as KeywordTableSimpleRetriever,
)
from desktop_rag.indices.keywords import (
    rake_extract_keywords as rake_extract_keywords,
    simple_extract_keywords as simple_extract_keywords,
)
from desktop_rag.indices.knowledge_graph import (
    KGRetrieverMode as KGRetrieverMode,
    KGTableRetriever as KGTableRetriever,
    REL_TEXT_LIMIT as REL_TEXT_LIMIT,
)
from desktop_rag.indices.summary import ListRetrieverMode as ListRetrieverMode
from desktop_rag.indices.summary import (
    SummaryIndexEmbeddingRetriever as SummaryIndexEmbeddingRetriever,
    SummaryIndexLLMRetriever as SummaryIndexLLMRetriever,
    SummaryIndexRetriever as SummaryIndexRetriever,
)
from desktop_rag.indices.tree import TreeRetrieverMode as TreeRetrieverMode
from desktop_rag.indices.tree import (
    TreeAllLeafRetriever as TreeAllLeafRetriever,
    TreeRootRetriever as TreeRootRetriever,
    TreeSelectLeafEmbeddingRetriever as TreeSelectLeafEmbeddingRetriever,
    TreeSelectLeafRetriever as TreeSelectLeafRetriever,
)
from desktop_rag.llamaindex.indices.base import BaseIndex as BaseIndex
from desktop_rag.llamaindex.indices.composability.graph import ComposableGraph as ComposableGraph
from desktop_rag.llamaindex.indices.document_summary import (
    DocumentSummaryIndex as DocumentSummaryIndex,
    DocumentSummaryIndexEmbeddingRetriever as DocumentSummaryIndexEmbeddingRetriever,
    DocumentSummaryIndexLLMRetriever as DocumentSummaryIndexLLMRetriever,
    DocumentSummaryIndexRetriever as DocumentSummaryIndexRetriever,
    DocumentSummaryRetrieverMode as DocumentSummaryRetrieverMode,
    GPTDocumentSummaryIndex as GPTDocumentSummaryIndex,
)
from desktop_rag.llamaindex.indices.kinds import (
    EmptyIndex as EmptyIndex,
    EmptyIndexRetriever as EmptyIndexRetriever,
    GPTEmptyIndex as GPTEmptyIndex,
    GPTKeywordTableIndex as GPTKeywordTableIndex,
    GPTKnowledgeGraphIndex as GPTKnowledgeGraphIndex,
    GPTListIndex as GPTListIndex,
    GPTRAKEKeywordTableIndex as GPTRAKEKeywordTableIndex,
    GPTSimpleKeywordTableIndex as GPTSimpleKeywordTableIndex,
    GPTTreeIndex as GPTTreeIndex,
    KeywordTableIndex as KeywordTableIndex,
    KnowledgeGraphIndex as KnowledgeGraphIndex,
    ListIndex as ListIndex,
    ListIndexEmbeddingRetriever as ListIndexEmbeddingRetriever,
    ListIndexLLMRetriever as ListIndexLLMRetriever,
    ListIndexRetriever as ListIndexRetriever,
    RAKEKeywordTableIndex as RAKEKeywordTableIndex,
    SimpleKeywordTableIndex as SimpleKeywordTableIndex,
    SummaryIndex as SummaryIndex,
    TreeIndex as TreeIndex,
)
from desktop_rag.llamaindex.indices.loading import (
    load_graph_from_storage as load_graph_from_storage,
    load_index_from_storage as load_index_from_storage,
    load_indices_from_storage as load_indices_from_storage,
)
from desktop_rag.llamaindex.indices.property_graph import (
    LLMSynonymRetriever as LLMSynonymRetriever,
    PGRetriever as PGRetriever,
    PropertyGraphIndex as PropertyGraphIndex,
    VectorContextRetriever as VectorContextRetriever,
)
from desktop_rag.llamaindex.indices.utils import (
    default_format_node_batch_fn as default_format_node_batch_fn,
    default_parse_choice_select_answer_fn as default_parse_choice_select_answer_fn,
    default_parse_triplets_fn as default_parse_triplets_fn,
    expand_tokens_with_subtokens as expand_tokens_with_subtokens,
    extract_keywords_given_response as extract_keywords_given_response,
    get_numbered_text_from_nodes as get_numbered_text_from_nodes,
)
from desktop_rag.llamaindex.indices.vector_store.base import (
    GPTVectorStoreIndex as GPTVectorStoreIndex,
    VectorStoreIndex as VectorStoreIndex,
)
from desktop_rag.llamaindex.postprocessor.node import AutoPrevNextNodePostprocessor as AutoPrevNextNodePostprocessor
from desktop_rag.llamaindex.postprocessor.optimizer import SentenceEmbeddingOptimizer as SentenceEmbeddingOptimizer
from desktop_rag.llamaindex.postprocessor.rank_gpt import RankGPTRerank as RankGPTRerank
from desktop_rag.llamaindex.tools.ondemand_loader_tool import OnDemandLoaderTool as OnDemandLoaderTool
from desktop_rag.llamaindex.tools.tool_spec.load_and_search import LoadAndSearchToolSpec as LoadAndSearchToolSpec
from desktop_rag.postprocessor.base import BaseNodePostprocessor as BaseNodePostprocessor
from desktop_rag.postprocessor.node import KeywordNodePostprocessor as KeywordNodePostprocessor
from desktop_rag.postprocessor.llm_rerank import LLMRerank as LLMRerank
from desktop_rag.postprocessor.node import LongContextReorder as LongContextReorder
from desktop_rag.postprocessor.join_neighbours import (
    MetadataReplacementPostProcessor as MetadataReplacementPostProcessor,
)
from desktop_rag.postprocessor.node import PrevNextNodePostprocessor as PrevNextNodePostprocessor
from desktop_rag.postprocessor.recency import (
    EmbeddingRecencyPostprocessor as EmbeddingRecencyPostprocessor,
    FixedRecencyPostprocessor as FixedRecencyPostprocessor,
    TimeWeightedPostprocessor as TimeWeightedPostprocessor,
)
from desktop_rag.postprocessor.node import SimilarityPostprocessor as SimilarityPostprocessor
from desktop_rag.response_synthesizers.prompt_helper import (
    DEFAULT_CHUNK_OVERLAP_RATIO as DEFAULT_CHUNK_OVERLAP_RATIO,
    DEFAULT_PADDING as DEFAULT_PADDING,
    PromptHelper as PromptHelper,
)
from desktop_rag.retrievers.base import BaseRetriever as BaseRetriever
