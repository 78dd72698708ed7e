"""Memory that was freed goes back to the system."""

import platform
import subprocess
import sys

import pytest

_FRAGMENTS = """
import psutil
from desktop_rag.worker.watching.auto_refresh import give_back_memory
us = psutil.Process()
blocks = [bytes(3000) for _ in range(30_000)]
kept = blocks[::100]  # between what is freed: the end of the heap stays in use
last = bytes(3000)
del blocks
before = us.memory_info().rss
give_back_memory()
print(before - us.memory_info().rss)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other allocators give back by themselves")
def test_what_is_free_between_what_is_used_goes_back() -> None:
    done = subprocess.run([sys.executable, "-c", _FRAGMENTS], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 40_000_000, "of 90 MB"
