from desktop_rag.llamaindex.objects.base import ObjectIndex as ObjectIndex, ObjectRetriever as ObjectRetriever
from desktop_rag.llamaindex.objects.base_node_mapping import (
    BaseObjectNodeMapping as BaseObjectNodeMapping,
    SimpleObjectNodeMapping as SimpleObjectNodeMapping,
    SimpleQueryToolNodeMapping as SimpleQueryToolNodeMapping,
    SimpleToolNodeMapping as SimpleToolNodeMapping,
    get_object_mapping as get_object_mapping,
)
