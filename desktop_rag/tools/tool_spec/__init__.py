"""Classes whose methods are tools."""

from desktop_rag.tools.tool_spec.base import BaseToolSpec

__all__ = ["BaseToolSpec"]
