"""The base of span handlers."""

import inspect
import threading
from abc import abstractmethod
from functools import cached_property
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from desktop_rag.llamaindex.instrumentation.span.base import BaseSpan

T = TypeVar("T", bound=BaseSpan)
Arguments = inspect.BoundArguments


class BaseSpanHandler(BaseModel, Generic[T]):
    """Keeps spans: those that are open, those that ended, and those that ended with an error."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    open_spans: dict[str, T] = Field(default_factory=dict)
    completed_spans: list[T] = Field(default_factory=list)
    dropped_spans: list[T] = Field(default_factory=list)
    current_span_ids: dict[Any, str | None] = Field(default_factory=dict)

    @classmethod
    def class_name(cls) -> str:
        """Return the name of the class."""
        return cls.__name__

    @cached_property
    def lock(self) -> threading.Lock:
        """What threads take turns with."""
        return threading.Lock()

    def span_enter(
        self,
        id_: str,
        bound_args: Arguments,
        instance: Any = None,  # noqa: ANN401 - of any class
        parent_id: str | None = None,
        tags: dict[str, Any] | None = None,
        **kwargs: Any,  # noqa: ANN401
    ) -> None:
        """Take note that a span begins."""
        if id_ in self.open_spans:
            return
        span = self.new_span(
            id_=id_, bound_args=bound_args, instance=instance, parent_span_id=parent_id, tags=tags, **kwargs
        )
        if span is not None:
            with self.lock:
                self.open_spans[id_] = span

    def span_exit(
        self,
        id_: str,
        bound_args: Arguments,
        instance: Any = None,  # noqa: ANN401
        result: Any = None,  # noqa: ANN401
        **kwargs: Any,  # noqa: ANN401
    ) -> None:
        """Take note that a span ended."""
        span = self.prepare_to_exit_span(id_=id_, bound_args=bound_args, instance=instance, result=result, **kwargs)
        if span is not None:
            with self.lock:
                self.open_spans.pop(id_, None)

    def span_drop(
        self,
        id_: str,
        bound_args: Arguments,
        instance: Any = None,  # noqa: ANN401
        err: BaseException | None = None,
        **kwargs: Any,  # noqa: ANN401
    ) -> None:
        """Take note that a span ended with an error."""
        span = self.prepare_to_drop_span(id_=id_, bound_args=bound_args, instance=instance, err=err, **kwargs)
        if span is not None:
            with self.lock:
                self.open_spans.pop(id_, None)

    @abstractmethod
    def new_span(
        self,
        id_: str,
        bound_args: Arguments,
        instance: Any = None,  # noqa: ANN401
        parent_span_id: str | None = None,
        tags: dict[str, Any] | None = None,
        **kwargs: Any,  # noqa: ANN401
    ) -> T | None:
        """Return a new span; None where it is not to be kept."""

    @abstractmethod
    def prepare_to_exit_span(
        self,
        id_: str,
        bound_args: Arguments,
        instance: Any = None,  # noqa: ANN401
        result: Any = None,  # noqa: ANN401
        **kwargs: Any,  # noqa: ANN401
    ) -> T | None:
        """Return the open span that ended, once it is as it is to be kept."""

    @abstractmethod
    def prepare_to_drop_span(
        self,
        id_: str,
        bound_args: Arguments,
        instance: Any = None,  # noqa: ANN401
        err: BaseException | None = None,
        **kwargs: Any,  # noqa: ANN401
    ) -> T | None:
        """Return the open span that ended with an error, once it is as it is to be kept."""
