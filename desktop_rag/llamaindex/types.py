"""Types that many signatures name."""

from pydantic import BaseModel

from desktop_rag.core.output_parsers import BaseOutputParser
from desktop_rag.llamaindex.program.base import BasePydanticProgram

__all__ = ["BaseModel", "BaseOutputParser", "BasePydanticProgram"]
