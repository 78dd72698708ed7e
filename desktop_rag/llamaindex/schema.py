"""LlamaIndex's place for what documents, nodes and questions are (``core/schema.py``)."""

import json
import pickle
from collections.abc import Mapping
from typing import Any, Self

from pydantic import (
    BaseModel,
    GetJsonSchemaHandler,
    SerializerFunctionWrapHandler,
    model_serializer,
)
from pydantic_core import CoreSchema

from desktop_rag.core.media.binary import MediaResource
from desktop_rag.core.schema import (
    BaseNode,
    Document,
    ImageNode,
    IndexNode,
    MetadataMode,
    Node,
    NodeRelationship,
    NodeWithScore,
    ObjectType,
    QueryBundle,
    RelatedNodeInfo,
    TextNode,
)
from desktop_rag.ingestion.transformations import TransformComponent
from desktop_rag.llamaindex.image_document import ImageDocument

__all__ = [
    "BaseComponent",
    "BaseNode",
    "Document",
    "ImageDocument",
    "ImageNode",
    "IndexNode",
    "MediaResource",
    "MetadataMode",
    "Node",
    "NodeRelationship",
    "NodeWithScore",
    "ObjectType",
    "QueryBundle",
    "QueryType",
    "RelatedNodeInfo",
    "TextNode",
    "TransformComponent",
]


class BaseComponent(BaseModel):
    """A pydantic model of a program's own that tells its ``class_name`` when it is written."""

    @classmethod
    def class_name(cls) -> str:
        """Return what stays the same when the class is renamed."""
        return "base_component"

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        schema = handler.resolve_ref_schema(handler(core_schema))
        if "properties" in schema:
            named = {"title": "Class Name", "type": "string", "default": cls.class_name()}
            schema["properties"]["class_name"] = named
        return schema

    @model_serializer(mode="wrap")
    def _with_class_name(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {**handler(self), "class_name": self.class_name()}

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what cannot be pickled."""
        state: dict[str, Any] = dict(super().__getstate__())
        for part in ("__dict__", "__pydantic_private__"):
            if state.get(part):
                state[part] = {name: value for name, value in state[part].items() if _can_be_pickled(value)}
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make what was left out anew, where the class can."""
        try:
            type(self).__init__(self, **state["__dict__"])
        except (KeyError, TypeError, ValueError):
            super().__setstate__(state)

    def to_dict(self, **options: Any) -> dict[str, Any]:  # noqa: ANN401 - pydantic's
        """Return the fields and the name of the class, for ``from_dict``."""
        return self.model_dump(**options)

    def to_json(self, **options: Any) -> str:  # noqa: ANN401 - pydantic's
        """Return what ``to_dict`` does as JSON, for ``from_json``."""
        return json.dumps(self.to_dict(**options))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], **others: Any) -> Self:  # noqa: ANN401 - fields
        """Return what ``to_dict`` described; ``others`` are further fields, or take the place of some."""
        fields = {name: value for name, value in {**data, **others}.items() if name != "class_name"}
        return cls(**fields)

    @classmethod
    def from_json(cls, data_str: str, **others: Any) -> Self:  # noqa: ANN401 - fields
        """Return what ``to_json`` described; see ``from_dict``."""
        return cls.from_dict(json.loads(data_str), **others)

    dict, json = to_dict, to_json  # pydantic's earlier names


def _can_be_pickled(value: object) -> bool:
    try:
        pickle.dumps(value)
    except Exception:  # noqa: BLE001 - whatever an object raises
        return False
    return True


QueryType = str | QueryBundle
