"""Let several programs work on one data folder at once, or kill them, and look for what is lost or left behind.

python -m tests.tools.programs [--minutes 10] [--programs 5] [--kills 0] [--seed 1] [--watch]: prints what was done, and
fails at the first thing that does not hold. With --watch, `desktop-rag watch` runs beside them.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.helpers.command_line import environment
from tests.helpers.several_programs import Place, kill_often, run_together


def main() -> int:
    """Run programs, or kill them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--programs", type=int, default=5)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--watch", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as base:
        place = Place(Path(base), options.seed)
        if options.kills:
            kill_often(place, options.kills)
        elif options.watch:
            command = [sys.executable, "-m", "desktop_rag.cli.main", "watch", "--data-dir", str(place.data)]
            with subprocess.Popen(command, env=environment()) as watching:
                try:
                    run_together(place, options.programs, 60 * options.minutes)
                    assert watching.poll() is None, "watching ended"
                finally:
                    watching.terminate()
        else:
            run_together(place, options.programs, 60 * options.minutes)
        print(place.check())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
