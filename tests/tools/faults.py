"""Let the disk fail at many points of everything that the program does to its files.

python -m tests.tools.faults [--points 2000] [--seed 1] [--job NAME]: prints each failure, and a line for each job.
"""

import argparse
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from tests.helpers.fault_jobs import JOBS, Job
from tests.helpers.fault_trials import Trial
from tests.helpers.faulty_disk import faulty_disk


def run(job: Job, count: int, seed: int) -> int:
    """Try a job at some points; return how many of them failed."""
    began, tried, failed = time.monotonic(), Counter[str](), 0
    with tempfile.TemporaryDirectory() as place, faulty_disk() as disk:
        trial = Trial(job, Path(place), disk)
        trial.prepare()
        for point in trial.points(count, random.Random(f"{seed} {job.name}")):
            tried[point.fault.name] += 1
            try:
                trial.check(point)
            except Exception:  # noqa: BLE001 - each is a finding
                failed += 1
                print(f"FAILED {job.name}: {point}", file=sys.stderr)
                traceback.print_exc(limit=-12)
    kinds = ", ".join(f"{name} {number}" for name, number in sorted(tried.items()))
    seconds = time.monotonic() - began
    print(f"{job.name}: {count} points ({kinds}), {failed} failed, {seconds:.0f} s; of {trial.counts}", flush=True)
    return failed


def main() -> int:
    """Try every job, or one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--job", choices=[job.name for job in JOBS])
    options = parser.parse_args()
    jobs = [job for job in JOBS if options.job in (None, job.name)]
    return 1 if sum(run(job, -(-options.points // len(jobs)), options.seed) for job in jobs) else 0


if __name__ == "__main__":
    raise SystemExit(main())
