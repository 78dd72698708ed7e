"""Run the judge over pairs of an archive, in batches of like length."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from judge.archive import PAD, Archive, Ints
from judge.model import Judge

_STEP = 16  # lengths are rounded up to a multiple of it
_SORTED_TOGETHER = 60_000  # pairs of a random order that are put into batches together
_MOST_JUDGED = 4096  # pairs of a batch that nothing is learnt from


@dataclass(frozen=True)
class Batch:
    """What the model is given, and what is right."""

    ids: torch.Tensor
    mask: torch.Tensor
    segment: torch.Tensor
    label: torch.Tensor
    is_question: torch.Tensor


class Pairs:
    """Pairs of an archive on the device of a model."""

    def __init__(self, archive: Archive, rows: Ints, device: torch.device) -> None:
        lengths = archive.columns["length"].astype(np.int64)
        begins = np.cumsum(lengths) - lengths
        self.rows, self.lengths = rows, lengths[rows]
        ids = np.full((len(rows), int(self.lengths.max(initial=1))), PAD, np.int32)
        line = np.repeat(np.arange(len(rows)), self.lengths)
        place = np.arange(len(line)) - np.repeat(np.cumsum(self.lengths) - self.lengths, self.lengths)
        ids[line, place] = archive.tokens[np.repeat(begins[rows], self.lengths) + place]
        self._device = device
        self._ids = torch.from_numpy(ids).to(device)
        self._sizes = torch.from_numpy(self.lengths).to(device)
        self._cuts, self._labels, self._tasks = (
            torch.from_numpy(archive.columns[name][rows].astype(np.int64)).to(device)
            for name in ("cut", "label", "task")
        )

    def in_order(self, tokens: int) -> list[Ints]:
        """Return the places of all pairs, the shortest first, in batches of about so many padded tokens."""
        return _batches(np.argsort(self.lengths, kind="stable"), self.lengths, tokens, _MOST_JUDGED)

    def shuffled(self, rnd: np.random.Generator, tokens: int, most: int, among: Ints | None = None) -> list[Ints]:
        """Return the places of all pairs, or of some, in batches in any order, at most ``most`` pairs each."""
        order = rnd.permutation(len(self.rows) if among is None else among)
        batches: list[Ints] = []
        for begin in range(0, len(order), _SORTED_TOGETHER):
            block = order[begin : begin + _SORTED_TOGETHER]
            block = block[np.argsort(self.lengths[block], kind="stable")]
            batches += _batches(block, self.lengths, tokens, most)
        return [batches[place] for place in rnd.permutation(len(batches))]

    def batch(self, places: Ints) -> Batch:
        """Return the pairs at some places."""
        longest = min(self._ids.shape[1], _padded(int(self.lengths[places].max())))
        at = torch.from_numpy(np.ascontiguousarray(places)).to(self._device)
        place = torch.arange(longest, device=self._device)[None]
        return Batch(
            ids=self._ids[at, :longest].long(),
            mask=place < self._sizes[at][:, None],
            segment=(place >= self._cuts[at][:, None]).long(),
            label=self._labels[at],
            is_question=self._tasks[at] == 1,
        )


def losses(nli: torch.Tensor, qa: torch.Tensor, batch: Batch, smooth: float) -> torch.Tensor:
    """Return the loss of each pair by its own head: for statements the mean of two and of three classes.

    Of the label “not supported” only the two classes are known. ``smooth`` is the share of the labels that is spread.
    """
    logs = functional.log_softmax(nli.float(), dim=-1)
    yes, no = logs[:, 0], torch.logsumexp(logs[:, 1:], dim=-1)
    known = batch.label.clamp(max=2)
    three = -(1 - smooth) * logs.gather(1, known[:, None]).squeeze(1) - smooth * logs.mean(-1)
    right = (batch.label == 0).float()
    target = right * (1 - smooth) + (1 - right) * smooth
    two = -(target * yes + (1 - target) * no)
    statement = torch.where(batch.label == 3, two, 0.5 * three + 0.5 * two)
    question = functional.binary_cross_entropy_with_logits(qa.float(), target, reduction="none")
    return torch.where(batch.is_question, question, statement)


def judged(model: Judge, pairs: Pairs, tokens: int) -> tuple[NDArray[np.float32], NDArray[np.float32], float]:
    """Return the logits of both heads in the order of the pairs, and the mean loss."""
    training = model.training
    model.eval()
    nli, qa = np.zeros((len(pairs.rows), 3), np.float32), np.zeros(len(pairs.rows), np.float32)
    total = 0.0
    with torch.no_grad():
        for places in pairs.in_order(tokens):
            batch = pairs.batch(places)
            with lower_precision(batch.ids.device):
                statements, questions = model(batch.ids, batch.mask, batch.segment)
            total += float(losses(statements, questions, batch, 0.0).sum())
            nli[places], qa[places] = statements.float().cpu().numpy(), questions.float().cpu().numpy()
    model.train(training)
    return nli, qa, total / max(1, len(pairs.rows))


def lower_precision(device: torch.device) -> AbstractContextManager[Any]:
    """Return the context in which a GPU computes with 16 bits; a processor keeps to 32."""
    return torch.autocast("cuda", torch.bfloat16) if device.type == "cuda" else nullcontext()


def _batches(order: Ints, lengths: Ints, tokens: int, most: int) -> list[Ints]:
    """Return pairs of rising length in batches of about ``tokens`` padded tokens."""
    batches, at = [], 0
    while at < len(order):
        size = min(most, len(order) - at)
        while size > (fitting := max(1, tokens // _padded(int(lengths[order[at + size - 1]])))):
            size = fitting
        batches.append(order[at : at + size])
        at += size
    return batches


def _padded(length: int) -> int:
    return -(-length // _STEP) * _STEP
