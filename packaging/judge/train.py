"""Train the judge on an archive, from weights that there are: on a GPU, or slowly on the processor.

The rate follows the clock: however fast the machine is, the training ends in time with the rate at zero. From time to
time the running mean of the weights is tried on pairs that are not trained on; the best of these means is written.
"""

import argparse
import math
import time
from pathlib import Path

import numpy as np
import torch

from judge.archive import Archive, Ints
from judge.graphs import word_table
from judge.model import Judge, loaded, weights_of
from judge.running import Pairs, judged, losses, lower_precision
from judge.scores import area, scores_of
from judge.weights import save_weights

_HEADS = ("pool", "nli", "qa", "segment")  # trained at a rate of their own
_LAST_WEIGHT = 0.998  # of the running mean, once it runs
_FAVOURITES_TRIED = 5 / 8  # share of the pairs of a trial


class Training:
    """A judge that is trained; ``run`` trains it, and leaves the best mean of its weights in it."""

    def __init__(self, model: Judge, archive: Archive, options: argparse.Namespace) -> None:
        self._model, self._archive, self._options = model, archive, options
        self._rnd = np.random.default_rng(options.seed)
        self._device = next(model.parameters()).device
        rows = archive.rows_of("train")
        self._pairs = Pairs(archive, rows, self._device)
        self._favourites = np.flatnonzero(np.isin(archive.named("source", rows), options.favourites))
        self._trial = Pairs(archive, self._tried(), self._device)
        self._parameters = list(model.parameters())
        self._mean = [one.detach().clone() for one in self._parameters]
        self._best: tuple[float, list[torch.Tensor]] = (math.inf, [])
        self._optimiser, self._top_rates = self._made_optimiser()
        self._steps = self._seen = 0
        self._began = time.monotonic()
        print(f"{len(rows)} pairs to train on, {len(self._trial.rows)} to try; {self._device}", flush=True)

    def run(self) -> None:
        """Train until the time or the steps are used up."""
        self._model.train()
        model = torch.compile(self._model, dynamic=True) if self._options.compile else self._model
        self._began = tried = time.monotonic()
        while self._progress() < 1:
            ending = self._ending()
            for places in self._pairs.shuffled(self._rnd, self._options.tokens, self._options.batch, self._among()):
                if self._progress() >= 1 or self._ending() != ending:
                    break
                self._step(model, places)
                if time.monotonic() - tried > self._options.every:
                    self._try()
                    tried = time.monotonic()
        self._try()
        with torch.no_grad():
            for one, best in zip(self._parameters, self._best[1], strict=True):
                one.copy_(best)
        print(f"best trial loss {self._best[0]:.4f} after {self._steps} steps, {self._seen} pairs", flush=True)

    def _tried(self) -> Ints:
        """Return dev pairs for trials: the most of favourites, the others of all other sources."""
        dev = self._rnd.permutation(self._archive.rows_of("dev"))
        favourite = np.isin(self._archive.named("source", dev), self._options.favourites)
        most = int(self._options.trial * _FAVOURITES_TRIED)
        return np.concatenate([dev[favourite][:most], dev[~favourite][: self._options.trial - most]])

    def _made_optimiser(self) -> tuple[torch.optim.Optimizer, list[float]]:
        options, groups = self._options, []
        for heads, rate in ((False, options.rate), (True, options.heads_rate)):
            named = [one for name, one in self._model.named_parameters() if (name.split(".")[0] in _HEADS) == heads]
            groups.append(
                {"params": [one for one in named if one.ndim >= 2], "lr": rate, "weight_decay": options.decay}
            )
            groups.append({"params": [one for one in named if one.ndim < 2], "lr": rate, "weight_decay": 0.0})
        fused = self._device.type == "cuda"
        optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.98), eps=1e-8, fused=fused)
        return optimiser, [group["lr"] for group in groups]

    def _time_share(self) -> float:
        return float((time.monotonic() - self._began) / self._options.budget)

    def _progress(self) -> float:
        """Return how much is done, by the clock or by the steps, whichever is further; from 1 on nothing is left."""
        return max(self._time_share(), float(self._steps / self._options.steps) if self._options.steps else 0.0)

    def _ending(self) -> bool:
        return bool(self._time_share() > 1 - self._options.last)

    def _among(self) -> Ints | None:
        """Return what is trained on now: all, or, at the end, the favourites and as many others."""
        if not self._ending():
            return None
        others = self._rnd.choice(len(self._pairs.rows), len(self._favourites))
        return np.concatenate([self._favourites, others])

    def _rate_factor(self) -> float:
        """Return the share of the highest rate: it rises with the first steps, then falls as a cosine to zero."""
        progress, warm = self._progress(), self._options.warm
        warmed = self._steps / self._options.steps if self._options.steps else self._time_share()
        falling = 0.5 * (1 + math.cos(math.pi * (progress - warm) / (1 - warm))) if progress >= warm else 1.0
        return float(min(1.0, warmed / warm + 1e-3) * falling)

    def _step(self, model: Judge, places: Ints) -> None:
        factor = self._rate_factor()
        for group, rate in zip(self._optimiser.param_groups, self._top_rates, strict=True):
            group["lr"] = rate * factor
        batch = self._pairs.batch(places)
        with lower_precision(self._device):
            nli, qa = model(batch.ids, batch.mask, batch.segment)
        loss = losses(nli, qa, batch, self._options.smooth).mean()
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._parameters, 1.0)
        self._optimiser.step()
        self._steps += 1
        self._seen += len(places)
        weight = min(_LAST_WEIGHT, (1 + self._steps) / (10 + self._steps))
        with torch.no_grad():
            for mean, one in zip(self._mean, self._parameters, strict=True):
                mean.lerp_(one.detach(), 1 - weight)
        if self._steps % 100 == 0:
            speed = self._seen / (time.monotonic() - self._began)
            print(f"step {self._steps}: loss {float(loss):.4f}, {speed:.0f} pairs a second", flush=True)
            if not math.isfinite(float(loss)):
                raise SystemExit("The loss is no number any more: begin again with a lower rate.")

    def _try(self) -> None:
        """Judge the pairs of the trial with the mean of the weights, and keep it if it is the best so far."""
        self._swap()
        nli, qa, loss = judged(self._model, self._trial, self._options.tokens)
        rows = self._trial.rows
        right = self._archive.named("label", rows) == "supported"
        told = area(scores_of(self._archive, rows, nli, qa), right)
        print(f"trial after {self._steps} steps: loss {loss:.4f}, AUC {told:.4f}", flush=True)
        if loss < self._best[0]:
            self._best = loss, [one.detach().clone() for one in self._parameters]
        self._swap()

    def _swap(self) -> None:
        """Exchange the weights and their mean."""
        for one, mean in zip(self._parameters, self._mean, strict=True):
            kept = one.data.clone()
            one.data.copy_(mean)
            mean.copy_(kept)


def main() -> None:
    """Train, and write the weights."""
    parser = argparse.ArgumentParser(
        description="Train the judge.", formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("start", type=Path, help="folder of the weights to begin with")
    parser.add_argument("out", type=Path, help="folder for the trained weights")
    parser.add_argument("--archive", type=Path, required=True, help="folder with archive.npz")
    parser.add_argument("--embedder", type=Path, required=True, help="folder with model.onnx and weights.bin")
    parser.add_argument("--budget", type=float, default=480, help="seconds of training, trials included")
    parser.add_argument("--steps", type=int, default=0, help="steps at most; 0 for as many as the time allows")
    parser.add_argument("--tokens", type=int, default=40960, help="padded tokens of a batch")
    parser.add_argument("--batch", type=int, default=320, help="pairs of a batch at most")
    parser.add_argument("--rate", type=float, default=8e-5, help="highest rate of the encoder")
    parser.add_argument("--heads-rate", type=float, default=1.2e-4, help="highest rate of the heads")
    parser.add_argument("--warm", type=float, default=0.06, help="share of the time in which the rate rises")
    parser.add_argument("--decay", type=float, default=0.02, help="decay of matrices")
    parser.add_argument("--drop", type=float, default=0.1, help="share of values that are dropped")
    parser.add_argument("--smooth", type=float, default=0.03, help="share of the labels that is spread")
    parser.add_argument("--trial", type=int, default=10_000, help="dev pairs of a trial")
    parser.add_argument("--every", type=float, default=60, help="seconds between trials")
    parser.add_argument("--favourites", nargs="*", default=["written", "units"], help="sources the end belongs to")
    parser.add_argument("--last", type=float, default=0.15, help="share of the time that is the end")
    parser.add_argument("--compile", action="store_true", help="compile the model: a minute, then faster on a GPU")
    parser.add_argument("--seed", type=int, default=1, help="of the order of the pairs")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_float32_matmul_precision("high")
    model = loaded(options.start, word_table(options.embedder), options.drop)
    Training(model, Archive.load(options.archive), options).run()
    save_weights(weights_of(model), options.out)
