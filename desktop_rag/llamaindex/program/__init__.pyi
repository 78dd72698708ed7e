from desktop_rag.llamaindex.program.base import BasePydanticProgram as BasePydanticProgram
from desktop_rag.llamaindex.program.function_program import (
    FunctionCallingProgram as FunctionCallingProgram,
    get_function_tool as get_function_tool,
    get_program_for_llm as get_program_for_llm,
)
from desktop_rag.llamaindex.program.llm_program import LLMTextCompletionProgram as LLMTextCompletionProgram
