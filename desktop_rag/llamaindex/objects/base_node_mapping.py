"""Map objects to the nodes that stand for them in an index, and back."""

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Generic, Self, TypeVar

from desktop_rag.core.schema import TextNode
from desktop_rag.tools.base import BaseTool
from desktop_rag.tools.query_engine_tool import QueryEngineTool

T = TypeVar("T")


class BaseObjectNodeMapping(ABC, Generic[T]):
    """Knows which node stands for which object; a node's text is what the object is found by."""

    def __init__(self, objs: Sequence[T] = ()) -> None:
        self._objects: dict[str, T] = {}
        for obj in objs:
            self.add_object(obj)

    @classmethod
    def from_objects(cls, objs: Sequence[T]) -> Self:
        """Return a mapping that knows these objects."""
        return cls(objs)

    @property
    def obj_node_mapping(self) -> dict[str, T]:
        """The objects by the ids of their nodes; a copy."""
        return dict(self._objects)

    @abstractmethod
    def to_node(self, obj: T) -> TextNode:
        """Return the node that stands for an object; its id is the same each time."""

    def to_nodes(self, objs: Sequence[T]) -> list[TextNode]:
        """Return the nodes of several objects."""
        return [self.to_node(obj) for obj in objs]

    def validate_object(self, obj: T) -> None:
        """Raise ``ValueError`` where an object is of no kind that this mapping can tell of."""

    def add_object(self, obj: T) -> None:
        """Get to know an object.

        Raises:
            ValueError: it is of another kind.

        """
        self.validate_object(obj)
        self._objects[self.to_node(obj).id_] = obj

    def from_node(self, node: TextNode) -> T:
        """Return the object that a node stands for.

        Raises:
            KeyError: it stands for none that is known here.

        """
        return self._objects[node.id_]


class SimpleObjectNodeMapping(BaseObjectNodeMapping[Any]):
    """Objects that are found by their ``str()``."""

    def to_node(self, obj: object) -> TextNode:
        """Return a node with the object's text."""
        return _node(str(obj))


class FunctionObjectNodeMapping(BaseObjectNodeMapping[Any]):
    """Objects whose nodes functions of a program make; ``from_node_fn`` gives the object back."""

    def __init__(
        self,
        objs: Sequence[Any] = (),
        *,
        to_node_fn: Callable[[Any], TextNode],
        from_node_fn: Callable[[TextNode], Any],
    ) -> None:
        self._to_node = to_node_fn
        self._from_node = from_node_fn
        super().__init__(objs)

    def to_node(self, obj: object) -> TextNode:
        """Return what the program's function makes of an object."""
        return self._to_node(obj)

    def from_node(self, node: TextNode) -> Any:  # noqa: ANN401 - what the function returns
        """Return what the program's function makes of a node."""
        return self._from_node(node)


class SimpleToolNodeMapping(BaseObjectNodeMapping[BaseTool]):
    """Tools, found by their names, what is said of them and their parameters."""

    def validate_object(self, obj: BaseTool) -> None:
        """Raise ``ValueError`` for what is no tool."""
        if not isinstance(obj, BaseTool):
            raise ValueError(f"Object must be of type {BaseTool}")  # noqa: TRY004 - LlamaIndex's

    def to_node(self, obj: BaseTool) -> TextNode:
        """Return a node that says what models are told of the tool."""
        told = obj.metadata
        text = f"Tool name: {told.name}\nTool description: {told.description}\n"
        if told.fn_schema is not None:
            text += f"Tool schema: {json.dumps(told.get_parameters_dict(), ensure_ascii=False)}\n"
        node = _node(text)
        node.metadata["name"] = told.get_name()
        node.excluded_embed_metadata_keys = node.excluded_llm_metadata_keys = ["name"]
        return node


class SimpleQueryToolNodeMapping(SimpleToolNodeMapping):
    """Query engines as tools, found by what is said of them."""

    def validate_object(self, obj: BaseTool) -> None:
        """Raise ``ValueError`` for what asks no query engine."""
        if not isinstance(obj, QueryEngineTool):
            raise ValueError(f"Object must be of type {QueryEngineTool}")  # noqa: TRY004 - LlamaIndex's


def get_object_mapping(
    objects: Sequence[Any],
    from_node_fn: Callable[[TextNode], Any] | None = None,
    to_node_fn: Callable[[Any], TextNode] | None = None,
) -> BaseObjectNodeMapping[Any]:
    """Return the mapping that suits objects: that of a program's own functions, of tools, or of texts.

    Raises:
        ValueError: only one of the two functions is given.

    """
    if (from_node_fn is None) != (to_node_fn is None):
        raise ValueError("from_node_fn and to_node_fn go together: give both, or neither")
    if from_node_fn is not None and to_node_fn is not None:
        return FunctionObjectNodeMapping(objects, from_node_fn=from_node_fn, to_node_fn=to_node_fn)
    if objects and all(isinstance(obj, QueryEngineTool) for obj in objects):
        return SimpleQueryToolNodeMapping(objects)
    if objects and all(isinstance(obj, BaseTool) for obj in objects):
        return SimpleToolNodeMapping(objects)
    return SimpleObjectNodeMapping(objects)


def _node(text: str) -> TextNode:
    """Return a node whose id follows from its text."""
    return TextNode(text=text, id_=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest())
