"""Prompt templates as options."""

from desktop_rag.config.option import OptionGroup, PromptOption
from desktop_rag.prompts import default_prompts
from desktop_rag.prompts.base import PromptTemplate


def _option(name: str, label: str, help_text: str, template: PromptTemplate) -> PromptOption:
    return PromptOption(f"prompts.{name}", template.template, label, help_text, lines=True, required=template.required)


PROMPT_OPTIONS: tuple[PromptOption, ...] = (
    _option(
        "context_prompt",
        "Answer from passages",
        "What the model is told before the passages in Answer mode.",
        default_prompts.CONTEXT_SYSTEM_PROMPT,
    ),
    _option(
        "chat_context_prompt",
        "Chat about passages",
        "What the model is told before the passages in Chat mode.",
        default_prompts.CHAT_CONTEXT_PROMPT,
    ),
    _option(
        "refine_prompt",
        "Improve an answer",
        "Sent with each further part when the passages do not fit into one request.",
        default_prompts.REFINE_PROMPT,
    ),
    _option(
        "condense_prompt",
        "Understand a follow-up",
        "Turns a message into a question that stands alone.",
        default_prompts.CONDENSE_PROMPT,
    ),
    _option(
        "summary_template",
        "Summarise",
        "Used in Summarise mode, for each part and for the parts together.",
        default_prompts.CONTEXT_SUMMARY_PROMPT,
    ),
    _option(
        "simple_template",
        "Without passages",
        "The question alone, for the response mode “generation”.",
        default_prompts.SIMPLE_INPUT_PROMPT,
    ),
    _option(
        "summarize_prompt",
        "Remember a conversation",
        "Summarises the beginning of a long conversation.",
        default_prompts.SUMMARIZE_PROMPT,
    ),
    _option(
        "query_gen_prompt",
        "Vary a question",
        "Writes the variations of a question for the retriever “query_fusion”.",
        default_prompts.QUERY_GEN_PROMPT,
    ),
    _option(
        "choice_select_prompt",
        "Choose passages",
        "Used by the postprocessor “llm_rerank”.",
        default_prompts.CHOICE_SELECT_PROMPT,
    ),
    _option(
        "react_system_header",
        "Agent",
        "What an agent that writes its steps is told.",
        default_prompts.REACT_SYSTEM_HEADER,
    ),
    _option(
        "text_to_sql_prompt",
        "Ask tables",
        "Writes the SQL for a question about tables.",
        default_prompts.TEXT_TO_SQL_PROMPT,
    ),
    _option(
        "kg_triplet_extract_template",
        "Extract facts",
        "Finds the facts of a passage for the knowledge graph.",
        default_prompts.KG_TRIPLET_EXTRACT_PROMPT,
    ),
    _option(
        "keyword_extract_template",
        "Extract keywords",
        "Finds the keywords of a passage for the keyword table.",
        default_prompts.KEYWORD_EXTRACT_PROMPT,
    ),
)

PROMPTS = OptionGroup("prompts", "Prompts", PROMPT_OPTIONS)
