"""Programs for which the modes of files and folders hold, also when the tests run as root."""

import os
import sys
from collections.abc import Sequence

_DROP = 24  # prctl: PR_CAPBSET_DROP
_OVERRIDE, _SEARCH = 1, 2  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
_WRAPPER = f"""
import ctypes, os, sys
for capability in ({_OVERRIDE}, {_SEARCH}):
    assert ctypes.CDLL(None).prctl({_DROP}, capability, 0, 0, 0) == 0
os.execv(sys.argv[1], sys.argv[1:])
"""


def as_ordinary_user(arguments: Sequence[str]) -> list[str]:
    """Return the arguments of a program that may do what the modes of its own files say, and no more."""
    if sys.platform.startswith("linux") and os.geteuid() == 0:
        return [sys.executable, "-c", _WRAPPER, *arguments]
    return list(arguments)
