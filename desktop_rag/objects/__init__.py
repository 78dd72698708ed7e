"""Objects of any kind, found by what is said of them: tools for an agent that has too many to show.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.objects.node_mapping import (
        BaseObjectNodeMapping,
        SimpleObjectNodeMapping,
        SimpleQueryToolNodeMapping,
        SimpleToolNodeMapping,
        get_object_mapping,
    )
    from desktop_rag.objects.object_index import ObjectIndex, ObjectRetriever

__all__ = [
    "BaseObjectNodeMapping",
    "ObjectIndex",
    "ObjectRetriever",
    "SimpleObjectNodeMapping",
    "SimpleQueryToolNodeMapping",
    "SimpleToolNodeMapping",
    "get_object_mapping",
]

__getattr__ = lazily(
    __name__,
    {
        "node_mapping": (
            "BaseObjectNodeMapping",
            "SimpleObjectNodeMapping",
            "SimpleQueryToolNodeMapping",
            "SimpleToolNodeMapping",
            "get_object_mapping",
        ),
        "object_index": ("ObjectIndex", "ObjectRetriever"),
    },
)
