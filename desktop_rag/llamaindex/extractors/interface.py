"""The interface of extractors: they write their findings on nodes into the nodes' metadata."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import partial
from typing import Any, TypeVar

from desktop_rag.core.parallel import DEFAULT_WORKERS, asynchronous, asynchronous_function, finished, run_parallel
from desktop_rag.core.schema import MetadataMode, TextNode
from desktop_rag.ingestion.transformations import TransformComponent
from desktop_rag.llamaindex.prompts.extractor_prompts import DEFAULT_NODE_TEXT_TEMPLATE

Metadata = Mapping[str, Any]
T = TypeVar("T")
R = TypeVar("R")


class BaseExtractor(TransformComponent):
    """Adds to the metadata of nodes; one of a program's own implements ``extract`` or ``aextract``.

    Where nodes have a text template of their own, it becomes ``node_text_template``, unless
    ``disable_template_rewrite``. ``in_place`` changes the nodes themselves. Models are told nodes with the metadata of
    ``metadata_mode``, ``num_workers`` at a time; ``show_progress`` draws a bar on a terminal.
    """

    metadata_mode: MetadataMode | str = MetadataMode.ALL
    node_text_template: str = DEFAULT_NODE_TEXT_TEMPLATE
    disable_template_rewrite: bool = False
    in_place: bool = True
    num_workers: int = DEFAULT_WORKERS
    show_progress: bool = False

    def extract(self, nodes: Sequence[TextNode]) -> Sequence[Metadata]:
        """Return what is to be added to each node, in their order."""
        if type(self).aextract is BaseExtractor.aextract:
            raise NotImplementedError(f"{type(self).__name__} has neither extract nor aextract")
        return finished(partial(self.aextract, nodes))

    async def aextract(self, nodes: Sequence[TextNode]) -> Sequence[Metadata]:
        """Return what is to be added to each node, in their order."""
        return await asynchronous_function(self.extract)(nodes)

    def process_nodes(
        self,
        nodes: Sequence[TextNode],
        excluded_embed_metadata_keys: Sequence[str] | None = None,
        excluded_llm_metadata_keys: Sequence[str] | None = None,
    ) -> list[TextNode]:
        """Return the nodes with their new metadata; what is excluded is not embedded, or not told to models.

        Raises:
            UserError: there is no model, or it fails.

        """
        changed = list(nodes) if self.in_place else [deepcopy(node) for node in nodes]
        for node, found in zip(changed, self.extract(changed), strict=True):
            # nodes of one document may share what these attributes hold
            node.metadata = {**node.metadata, **found}
            node.excluded_embed_metadata_keys = [
                *node.excluded_embed_metadata_keys,
                *(excluded_embed_metadata_keys or ()),
            ]
            node.excluded_llm_metadata_keys = [*node.excluded_llm_metadata_keys, *(excluded_llm_metadata_keys or ())]
            if not self.disable_template_rewrite:
                node.text_template = self.node_text_template
        return changed

    def __call__(self, nodes: Sequence[TextNode], **kwargs: Any) -> list[TextNode]:  # noqa: ANN401 - see process_nodes
        """Return the nodes with their new metadata."""
        return self.process_nodes(nodes, **kwargs)

    aprocess_nodes = asynchronous(process_nodes)

    async def acall(self, nodes: Sequence[TextNode], **kwargs: Any) -> list[TextNode]:  # noqa: ANN401
        """Return the nodes with their new metadata."""
        return await self.aprocess_nodes(nodes, **kwargs)

    def _each(self, answer: Callable[[T], R], items: Sequence[T]) -> list[R]:
        """Return the answer to each item, ``num_workers`` at a time, with a bar where one is wanted."""
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), disable=not self.show_progress) as bar:
            task = bar.add_task(type(self).__name__, total=len(items))
            return run_parallel(
                answer,
                items,
                max_workers=self.num_workers,
                on_done=lambda done, _: bar.update(task, completed=done),
            )
