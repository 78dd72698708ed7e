from desktop_rag.llamaindex.extractors.document_context import (
    DocumentContextExtractor as DocumentContextExtractor,
    OversizeStrategy as OversizeStrategy,
)
from desktop_rag.llamaindex.extractors.interface import BaseExtractor as BaseExtractor
from desktop_rag.llamaindex.extractors.metadata_extractors import (
    KeywordExtractor as KeywordExtractor,
    PydanticProgramExtractor as PydanticProgramExtractor,
    QuestionsAnsweredExtractor as QuestionsAnsweredExtractor,
    SummaryExtractor as SummaryExtractor,
    TitleExtractor as TitleExtractor,
)
from desktop_rag.llamaindex.prompts.extractor_prompts import (
    DEFAULT_EXTRACT_TEMPLATE_STR as DEFAULT_EXTRACT_TEMPLATE_STR,
    DEFAULT_KEYWORD_EXTRACT_TEMPLATE as DEFAULT_KEYWORD_EXTRACT_TEMPLATE,
    DEFAULT_NODE_TEXT_TEMPLATE as DEFAULT_NODE_TEXT_TEMPLATE,
    DEFAULT_QUESTION_GEN_TMPL as DEFAULT_QUESTION_GEN_TMPL,
    DEFAULT_SUMMARY_EXTRACT_TEMPLATE as DEFAULT_SUMMARY_EXTRACT_TEMPLATE,
    DEFAULT_TITLE_COMBINE_TEMPLATE as DEFAULT_TITLE_COMBINE_TEMPLATE,
    DEFAULT_TITLE_NODE_TEMPLATE as DEFAULT_TITLE_NODE_TEMPLATE,
    ORIGINAL_CONTEXT_PROMPT as ORIGINAL_CONTEXT_PROMPT,
    SUCCINCT_CONTEXT_PROMPT as SUCCINCT_CONTEXT_PROMPT,
)
