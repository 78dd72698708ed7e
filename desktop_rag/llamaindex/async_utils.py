"""Coroutines run from code that does not wait."""

from desktop_rag.core.parallel import asyncio_run

__all__ = ["asyncio_run"]
