"""Steps after searching."""

from typing import Any

from desktop_rag.llamaindex.instrumentation.events.base import BaseEvent


class ReRankStartEvent(BaseEvent):
    """Nodes go through a postprocessor, whose class is ``model_name``."""

    query: Any
    nodes: list[Any]
    top_n: int = 0
    model_name: str = ""


class ReRankEndEvent(BaseEvent):
    """Nodes went through it."""

    nodes: list[Any]
