"""The judge in PyTorch: an encoder with two heads over the embedder's word table, which is not trained.

Two learnt vectors (``segment``) tell the two texts of a pair apart. Head ``nli`` reads statements, head ``qa``
questions.
"""

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from judge.shape import EPSILON, HEADS, INNER, LAYERS, POSITIONS, WIDTH
from judge.weights import Weights, load_weights

NLI_LABELS = 3  # supported, contradicted, not said


class Layer(nn.Module):
    """A layer of the encoder, with the norms after its parts; query, key and value in one matrix."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.norm1 = nn.LayerNorm(WIDTH, eps=EPSILON)
        self.up = nn.Linear(WIDTH, INNER)
        self.down = nn.Linear(INNER, WIDTH)
        self.norm2 = nn.LayerNorm(WIDTH, eps=EPSILON)

    def forward(self, states: torch.Tensor, mask: torch.Tensor, drop: float) -> torch.Tensor:
        """Return the states ``(batch, tokens, WIDTH)`` after the layer."""
        batch, length, width = states.shape
        heads = self.qkv(states).view(batch, length, 3, HEADS, width // HEADS).permute(2, 0, 3, 1, 4)
        dropped = drop if self.training else 0.0
        told = functional.scaled_dot_product_attention(*heads, attn_mask=mask, dropout_p=dropped)
        told = self.out(told.transpose(1, 2).reshape(batch, length, width))
        states = self.norm1(states + functional.dropout(told, drop, self.training))
        more = self.down(functional.gelu(self.up(states)))
        return self.norm2(states + functional.dropout(more, drop, self.training))


class Judge(nn.Module):
    """The encoder and its heads; ``drop`` is the share of values that are dropped while it is trained."""

    def __init__(self, words: torch.Tensor, drop: float = 0.0) -> None:
        super().__init__()
        self.register_buffer("words", words, persistent=False)
        self.position = nn.Parameter(torch.zeros(POSITIONS, WIDTH))
        self.type0 = nn.Parameter(torch.zeros(WIDTH))  # of all positions; a graph holds the sums
        self.segment = nn.Parameter(torch.zeros(2, WIDTH))
        self.norm = nn.LayerNorm(WIDTH, eps=EPSILON)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.drop = drop
        self.pool = nn.Linear(2 * WIDTH, WIDTH)
        self.nli = nn.Linear(WIDTH, NLI_LABELS)
        self.qa = nn.Linear(WIDTH, 1)

    def forward(
        self, ids: torch.Tensor, mask: torch.Tensor, segment: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logits of both heads, ``(batch, 3)`` and ``(batch,)``; all that is given ``(batch, tokens)``."""
        states = self.words[ids].to(self.position.dtype) + self.position[: ids.shape[1]] + self.type0
        states = states + self.segment[segment]
        states = functional.dropout(self.norm(states), self.drop, self.training)
        for layer in self.layers:
            states = layer(states, mask[:, None, None, :], self.drop)
        weight = mask.unsqueeze(-1).to(states.dtype)
        mean = (states * weight).sum(1) / weight.sum(1)
        pooled = torch.tanh(self.pool(torch.cat([states[:, 0], mean], dim=-1)))
        pooled = functional.dropout(pooled, self.drop, self.training)
        return self.nli(pooled), self.qa(pooled).squeeze(-1)


def loaded(folder: Path, words: NDArray[np.float32], drop: float = 0.0) -> Judge:
    """Return the judge with the weights of a folder, on the GPU where there is one."""
    model = Judge(torch.from_numpy(words), drop)
    model.load_state_dict({name: torch.from_numpy(values) for name, values in load_weights(folder).items()})
    model.to("cuda" if torch.cuda.is_available() else "cpu")
    return model


def weights_of(model: Judge) -> Weights:
    """Return the weights of a judge."""
    return {name: value.detach().float().cpu().numpy() for name, value in model.state_dict().items()}
