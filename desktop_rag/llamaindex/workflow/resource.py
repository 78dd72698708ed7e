"""What the steps of a workflow are handed beside events: ``memory: Annotated[Memory, Resource(make_memory)]``."""

import asyncio
import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, get_args, get_origin, get_type_hints


@dataclass(frozen=True)
class Resource:
    """Makes what a parameter of a step is handed, by a function or a coroutine function.

    With ``cache`` it is made once for a workflow and shared by its steps and runs. The factory's parameters may be
    resources too.
    """

    factory: Callable[..., Any]
    cache: bool = True


def resources_of(function: Callable[..., Any]) -> dict[str, Resource]:
    """Return the parameters of a function that are resources."""
    try:
        hints = get_type_hints(function, include_extras=True)
    except NameError:  # classes that are known where the function was written only
        hints = {one.name: one.annotation for one in inspect.signature(function).parameters.values()}
    marks = {name: get_args(hint)[1:] for name, hint in hints.items() if get_origin(hint) is Annotated}
    return {name: one for name, parts in marks.items() for one in parts if isinstance(one, Resource)}


@dataclass
class ResourceManager:
    """Makes the resources of a workflow, and keeps those that are shared."""

    made: dict[Callable[..., Any], Any] = field(default_factory=dict)
    _making: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def for_step(self, wanted: dict[str, Resource]) -> dict[str, Any]:
        """Return what the parameters of a step are handed."""
        if not wanted:
            return {}
        async with self._making:  # two steps that begin at once share one
            return {name: await self._get(one) for name, one in wanted.items()}

    async def _get(self, resource: Resource) -> Any:  # noqa: ANN401 - what the factory makes
        if resource.cache and resource.factory in self.made:
            return self.made[resource.factory]
        needs = {name: await self._get(one) for name, one in resources_of(resource.factory).items()}
        value = resource.factory(**needs)
        if inspect.isawaitable(value):
            value = await value
        if resource.cache:
            self.made[resource.factory] = value
        return value
