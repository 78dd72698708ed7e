"""``desktop-rag mcp --serve``: the program behind the clients, which one of them starts."""

from pathlib import Path

import click

from desktop_rag.cli.common import open_worker
from desktop_rag.config.data_folder import current_data_dir
from desktop_rag.worker.outside.server import OutsideServer


def serve_others(context: click.Context) -> None:
    """Answer other programs until none has called for some minutes; at once where another one does that."""
    with open_worker(context.find_object(Path) or current_data_dir()) as worker:
        OutsideServer(worker).run()
