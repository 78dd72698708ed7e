from desktop_rag.llamaindex.node_parser.text.semantic_splitter import (
    SemanticSplitterNodeParser as SemanticSplitterNodeParser,
    SentenceCombination as SentenceCombination,
)
from desktop_rag.llamaindex.node_parser.text.utils import (
    split_by_char as split_by_char,
    split_by_phrase_regex as split_by_phrase_regex,
    split_by_regex as split_by_regex,
    split_by_sentence_tokenizer as split_by_sentence_tokenizer,
    split_by_sep as split_by_sep,
    split_text_keep_separator as split_text_keep_separator,
)
from desktop_rag.node_parser.code import (
    CodeSplitter as CodeSplitter,
    DEFAULT_CHUNK_LINES as DEFAULT_CHUNK_LINES,
    DEFAULT_LINES_OVERLAP as DEFAULT_LINES_OVERLAP,
    DEFAULT_MAX_CHARS as DEFAULT_MAX_CHARS,
    DEFAULT_MAX_TOKENS as DEFAULT_MAX_TOKENS,
)
from desktop_rag.node_parser.sentence import (
    CHUNKING_REGEX as CHUNKING_REGEX,
    DEFAULT_PARAGRAPH_SEP as DEFAULT_PARAGRAPH_SEP,
    SENTENCE_CHUNK_OVERLAP as SENTENCE_CHUNK_OVERLAP,
    SentenceSplitter as SentenceSplitter,
)
from desktop_rag.node_parser.sentence_window import (
    DEFAULT_OG_TEXT_METADATA_KEY as DEFAULT_OG_TEXT_METADATA_KEY,
    DEFAULT_WINDOW_METADATA_KEY as DEFAULT_WINDOW_METADATA_KEY,
    DEFAULT_WINDOW_SIZE as DEFAULT_WINDOW_SIZE,
    SentenceWindowNodeParser as SentenceWindowNodeParser,
)
from desktop_rag.node_parser.base import truncate_text as truncate_text
from desktop_rag.node_parser.token import (
    DEFAULT_METADATA_FORMAT_LEN as DEFAULT_METADATA_FORMAT_LEN,
    TokenTextSplitter as TokenTextSplitter,
)
