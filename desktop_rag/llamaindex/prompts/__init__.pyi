from desktop_rag.core.messages import ChatMessage as ChatMessage, MessageRole as MessageRole
from desktop_rag.llamaindex.prompts.default_prompts import (
    DEFAULT_CHOICE_SELECT_PROMPT as DEFAULT_CHOICE_SELECT_PROMPT,
    DEFAULT_HYDE_PROMPT as DEFAULT_HYDE_PROMPT,
    DEFAULT_INSERT_PROMPT as DEFAULT_INSERT_PROMPT,
    DEFAULT_KEYWORD_EXTRACT_TEMPLATE as DEFAULT_KEYWORD_EXTRACT_TEMPLATE,
    DEFAULT_KG_TRIPLET_EXTRACT_PROMPT as DEFAULT_KG_TRIPLET_EXTRACT_PROMPT,
    DEFAULT_QUERY_KEYWORD_EXTRACT_TEMPLATE as DEFAULT_QUERY_KEYWORD_EXTRACT_TEMPLATE,
    DEFAULT_QUERY_PROMPT as DEFAULT_QUERY_PROMPT,
    DEFAULT_QUERY_PROMPT_MULTIPLE as DEFAULT_QUERY_PROMPT_MULTIPLE,
    DEFAULT_REFINE_PROMPT as DEFAULT_REFINE_PROMPT,
    DEFAULT_REFINE_PROMPT_SEL as DEFAULT_REFINE_PROMPT_SEL,
    DEFAULT_SIMPLE_INPUT_PROMPT as DEFAULT_SIMPLE_INPUT_PROMPT,
    DEFAULT_SUMMARY_PROMPT as DEFAULT_SUMMARY_PROMPT,
    DEFAULT_TEXT_QA_PROMPT as DEFAULT_TEXT_QA_PROMPT,
    DEFAULT_TEXT_QA_PROMPT_SEL as DEFAULT_TEXT_QA_PROMPT_SEL,
    DEFAULT_TEXT_TO_SQL_PROMPT as DEFAULT_TEXT_TO_SQL_PROMPT,
    DEFAULT_TREE_SUMMARIZE_PROMPT as DEFAULT_TREE_SUMMARIZE_PROMPT,
    DEFAULT_TREE_SUMMARIZE_PROMPT_SEL as DEFAULT_TREE_SUMMARIZE_PROMPT_SEL,
)
from desktop_rag.llamaindex.prompts.further_prompts import (
    RANKGPT_RERANK_PROMPT as RANKGPT_RERANK_PROMPT,
    STRUCTURED_CHOICE_SELECT_PROMPT as STRUCTURED_CHOICE_SELECT_PROMPT,
)
from desktop_rag.llamaindex.prompts.guidance_utils import (
    convert_to_handlebars as convert_to_handlebars,
    pydantic_to_guidance_output_template as pydantic_to_guidance_output_template,
)
from desktop_rag.llamaindex.prompts.rich import RichPromptTemplate as RichPromptTemplate
from desktop_rag.llamaindex.prompts.selecting import (
    SelectorPromptTemplate as SelectorPromptTemplate,
    display_prompt_dict as display_prompt_dict,
)
from desktop_rag.prompts.base import (
    BasePromptTemplate as BasePromptTemplate,
    ChatPromptTemplate as ChatPromptTemplate,
    FixedMessage as FixedMessage,
    MessageTemplate as MessageTemplate,
    PromptTemplate as PromptTemplate,
    PromptType as PromptType,
    format_string as format_string,
    get_biggest_prompt as get_biggest_prompt,
    get_empty_prompt_txt as get_empty_prompt_txt,
    get_template_vars as get_template_vars,
)
from desktop_rag.prompts.mixin import PromptDictType as PromptDictType, PromptMixin as PromptMixin
