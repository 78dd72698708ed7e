"""How the weights of page evidence are learnt and held out."""

import numpy as np

from desktop_rag.retrievers.page_evidence import FEATURES
from tests.bench.retrieval.reports import Example
from tests.bench.retrieval.train_ranking import FOLDS, folds_of, learn

_FIGURES = 1 + FEATURES.index("figures")


def _example(report: str, *rows: tuple[int, bool, float, float]) -> Example:
    """Return an example of rows (page, answers, own score, repeated figures)."""
    values = np.zeros((len(rows), 1 + len(FEATURES)))
    values[:, 0] = [row[2] for row in rows]
    values[:, _FIGURES] = [row[3] for row in rows]
    pages, answers = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    return Example(report, pages, answers, values, found=(), evidence=frozenset())


def test_what_answers_is_learnt() -> None:
    found = [
        _example(f"r{number}", (0, False, 1.0, 0.0), (1, False, 0.9, 0.1), (2, True, 0.7, 1.0)) for number in range(9)
    ]
    weights = learn(found)
    alone = np.eye(1 + len(FEATURES))[0]
    assert found[0].rank(alone) == 3
    assert found[0].rank(weights) == 1
    assert weights[_FIGURES] > 0
    assert weights[1 + FEATURES.index("title")] == 0


def test_a_page_ranks_as_its_best_passage() -> None:
    one = _example("r", (0, False, 0.5, 0.0), (1, True, 0.1, 0.0), (1, True, 0.9, 0.0), (0, False, 0.8, 0.0))
    assert one.rank(np.eye(1 + len(FEATURES))[0]) == 1


def test_a_page_that_was_not_found_has_no_rank() -> None:
    one = _example("r", (0, False, 0.5, 0.0))
    assert one.rank(np.ones(1 + len(FEATURES))) == 1000
    assert learn([one]).shape == (1 + len(FEATURES),)


def test_questions_to_one_report_are_in_one_fold() -> None:
    found = [_example(f"r{number % 20}", (0, True, 1.0, 0.0)) for number in range(60)]
    folds = folds_of(found)
    assert folds == folds_of(found)
    assert len({(one.report, fold) for one, fold in zip(found, folds, strict=True)}) == 20
    assert set(folds) == set(range(FOLDS))
