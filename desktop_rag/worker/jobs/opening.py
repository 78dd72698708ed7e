"""Files inside files, for other programs."""

from pathlib import Path

from desktop_rag.core.file_paths import is_inside, real_path
from desktop_rag.readers.containers.extract import export
from desktop_rag.worker.job import Job
from desktop_rag.worker.lanes import Lanes
from desktop_rag.worker.processes.pool import ChildProcesses
from desktop_rag.worker.processes.scratch import Scratch

_SECONDS = 120.0


class OpeningJobs:
    """Makes files of what lies inside others; part of ``Worker``."""

    _lanes: Lanes
    _painter: ChildProcesses
    _scratch: Scratch

    def export_member(self, file: str) -> Job[Path]:
        """Return a real file with the content of ``file``: itself, or what is inside another under its own name.

        It is removed when the program ends. UserError when the container is gone or cannot be read any more.
        """

        def run(job: Job[Path]) -> Path:
            if not is_inside(file):
                return real_path(file)
            folder = self._scratch.folder / "opened"
            return self._painter.run(export, file, folder, seconds=_SECONDS, token=job.token)

        return self._lanes.submit("view", "export_member", run)
