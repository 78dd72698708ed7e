"""Broken files of every format, the same in every run: ``tests/tools/fuzz.py`` reads many more of them."""

import time
from pathlib import Path

import pytest

from desktop_rag.readers.formats import FORMATS
from tests.helpers.fuzzing import Fuzzer
from tests.helpers.lanes import rest_at_night
from tests.helpers.smallest_files import write

_SECONDS = 150.0


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("count", rest_at_night([250, 2000], {"250"}))
def test_broken_files_are_read_or_refused_in_plain_words(tmp_path: Path, count: int) -> None:
    corpus = []
    for one in FORMATS:
        if one.is_read:
            corpus.append(tmp_path / (f"seed{one.endings[0]}" if one.endings else min(one.whole_names)))
            write(corpus[-1], one)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    fuzzer = Fuzzer(corpus, scratch, seconds=20.0, seed="fixed")
    found = list(fuzzer.findings(time.monotonic() + _SECONDS, count))
    assert fuzzer.executions > len(corpus)
    assert [(finding.name, finding.where, finding.detail) for finding in found] == []
