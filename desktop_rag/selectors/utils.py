"""The selector that suits a model."""

from desktop_rag.llms.base import LLM
from desktop_rag.selectors.base import BaseSelector
from desktop_rag.selectors.llm_selectors import LLMMultiSelector, LLMSingleSelector
from desktop_rag.selectors.pydantic_selectors import PydanticMultiSelector, PydanticSingleSelector


def get_selector_from_llm(llm: LLM, is_multi: bool = False) -> BaseSelector:  # noqa: FBT001, FBT002 - LlamaIndex's
    """Return the selector that suits a model: by function call where it has them."""
    if llm.metadata.is_function_calling_model:
        return PydanticMultiSelector(llm) if is_multi else PydanticSingleSelector(llm)
    return LLMMultiSelector(llm) if is_multi else LLMSingleSelector(llm)
