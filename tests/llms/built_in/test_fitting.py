"""The context window that a model gets in the memory that is free."""

from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.llms.built_in.header import SMALLEST_WINDOW, ModelHeader, fitted_window, model_bytes, needed_bytes

GIB = 1024**3
MODEL = ModelHeader("llama", "Big", 32_768, 128 * 1024, 4096, 128_000)
SIZE = 4 * GIB


@pytest.mark.parametrize(
    ("wanted", "gib", "window"),
    [(0, 64, 8192), (16_384, 64, 16_384), (100_000, 64, 32_768), (0, 6.1, 8192), (0, 5.5, 4096), (0, 5.15, 2048)],
)
def test_the_window_is_as_wanted_or_as_memory_allows(wanted: int, gib: float, window: int) -> None:
    available = int(gib * GIB)
    assert fitted_window(MODEL, SIZE, wanted, available) == window
    assert needed_bytes(MODEL, SIZE, window) <= available


def test_too_little_memory_is_a_sentence_with_numbers() -> None:
    with pytest.raises(UserError) as caught:
        fitted_window(MODEL, SIZE, 0, 3 * GIB)
    assert str(caught.value) == (
        "The model needs 4.5 GB of memory, and 3.0 GB is free. Close other programs, or choose a smaller model."
    )


def test_a_window_that_was_asked_for_is_not_made_smaller_in_silence() -> None:
    with pytest.raises(UserError) as caught:
        fitted_window(MODEL, SIZE, 32_768, int(6.5 * GIB))
    assert "Set “Context window” to " in caught.value.next_step
    smaller = int(caught.value.next_step.split(" to ")[1].split()[0])
    assert SMALLEST_WINDOW <= smaller < 32_768
    assert fitted_window(MODEL, SIZE, smaller, int(6.5 * GIB)) == smaller


def test_a_model_in_several_files_counts_whole(tmp_path: Path) -> None:
    for part in (1, 2):
        (tmp_path / f"big-0000{part}-of-00002.gguf").write_bytes(bytes(100 * part))
    assert model_bytes(tmp_path / "big-00001-of-00002.gguf") == 300
    (tmp_path / "big-00002-of-00002.gguf").unlink()
    with pytest.raises(UserError, match="damaged or incomplete"):
        model_bytes(tmp_path / "big-00001-of-00002.gguf")
