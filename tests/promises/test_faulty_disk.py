"""Whatever fails on the disk, no library is damaged, nothing that was said to be done is missing, and work goes on.

``python -m tests.tools.faults --points 2000`` tries more.
"""

import random
from pathlib import Path

import pytest

from tests.helpers.fault_jobs import JOBS, Job
from tests.helpers.fault_trials import Trial
from tests.helpers.faulty_disk import faulty_disk
from tests.helpers.lanes import rest_at_night


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("points", rest_at_night([4, 20], {"4"}))
@pytest.mark.parametrize("job", JOBS, ids=[job.name for job in JOBS])
def test_after_a_fault_everything_is_as_it_is_at_some_time_without(job: Job, points: int, tmp_path: Path) -> None:
    with faulty_disk() as disk:
        trial = Trial(job, tmp_path, disk)
        trial.prepare()
        for point in trial.points(points, random.Random(job.name)):
            trial.check(point)
