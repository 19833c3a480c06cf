"""`LearnedScheduler`: a driver whose choice comes from a small trained network, computed with NumPy alone.

The network is equivariant: every problem goes through the same encoder, the contest is summed up by the mean and the
maximum over problems, and the same head gives each problem its preference. Shuffling the problems shuffles the
preferences and changes nothing else, and contests may have any number of problems, whatever it was trained on.

A network that was trained under a guard names it in its card (``guard``), and chooses among what that guard allows. A
card without the field means no guard.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from r3gym.core.packed_state import Bytes, pack
from r3gym.core.state import ContestState
from r3gym.errors import InputError
from r3gym.schedulers.driving import BaseDriver
from r3gym.schedulers.features import CONTEST_SIZE, PROBLEM_SIZE, Floats, features
from r3gym.schedulers.guard_rules import blocked_problems, check_guard

FORMAT = "r3gym-scheduler-2"
#: The layers of the network in the order of computation; each is a weight and a bias.
LAYERS = ("encode_1", "encode_2", "choose_1", "choose_2", "choose_3", "finish_1", "finish_2")
DEFAULT = "learned.npz"


class Network:
    """The trained network: preferences for each problem and for finishing."""

    def __init__(self, weights: Mapping[str, Floats], card: Mapping[str, Any]) -> None:
        self.weights, self.card = weights, card
        self.guard = check_guard(card.get("guard", "none"))

    def preferences(self, packed: npt.NDArray[Any]) -> Floats:
        """Compute logits for packed states (n, 8 * (problems + 1)): a column per problem, the last for finishing."""
        of_problems, of_contest = features(packed)
        encoded = self._layer("encode_2", self._layer("encode_1", of_problems))
        context = np.concatenate([encoded.mean(axis=1), encoded.max(axis=1), of_contest], axis=-1)
        around = np.repeat(context[:, None], encoded.shape[1], axis=1)
        choices = self._layer("choose_2", self._layer("choose_1", np.concatenate([encoded, around], axis=-1)))
        choices = self._linear("choose_3", choices)[..., 0]
        finish = self._linear("finish_2", self._layer("finish_1", context))
        return np.concatenate([choices, finish], axis=-1)

    def best(self, packed: Bytes) -> npt.NDArray[np.int64]:
        """Return the preferred action of each state among those that the guard allows.

        A problem's place, or the number of problems to finish, which no guard blocks.
        """
        preferences = self.preferences(packed)
        preferences[:, :-1][blocked_problems(self.guard, packed)] = -np.inf
        found: npt.NDArray[np.int64] = preferences.argmax(axis=1)
        return found

    def _linear(self, name: str, values: Floats) -> Floats:
        found: Floats = values @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]
        return found

    def _layer(self, name: str, values: Floats) -> Floats:
        return np.maximum(self._linear(name, values), 0)


class LearnedScheduler(BaseDriver):
    """A trained allocation policy as a driver."""

    def __init__(self, network: Network, name: str = "learned") -> None:
        self.name, self.network = name, network

    def choose(self, state: ContestState) -> str | None:
        """Choose the problem with the highest preference; None when nothing is left or finishing is preferred."""
        if state.exhausted:
            return None
        place = int(self.network.best(pack(state)[None])[0])
        return None if place == len(state.problems) else state.labels[place]


def load_learned(source: str | None = None) -> LearnedScheduler:
    """Follow a policy trained in the simulated twin; parameter: a file of r3gym train (default: the shipped one)."""
    if source is None:
        return LearnedScheduler(_shipped())
    path = Path(source)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(
            f"learned:{source}: cannot be read: {error.strerror}; give a file that r3gym train wrote"
        ) from None
    return LearnedScheduler(read_network(content, source), f"learned:{source}")


def read_network(content: bytes, name: str) -> Network:
    """Read the network from the bytes of an exported file."""
    try:
        with np.load(BytesIO(content), allow_pickle=False) as archive:
            card = json.loads(str(archive["card"]))
            weights = {key: archive[key].astype(np.float32) for key in archive.files if key != "card"}
    except (ValueError, KeyError, OSError, BadZipFile, EOFError):
        raise InputError(f"{name}: not an exported scheduler; give an .npz file that r3gym train wrote") from None
    if card.get("format") != FORMAT:
        raise InputError(f"{name}: format {card.get('format')!r}, this version reads {FORMAT!r}; train it again")
    missing = [f"{layer}.{part}" for layer in LAYERS for part in ("weight", "bias") if f"{layer}.{part}" not in weights]
    if missing:
        raise InputError(f"{name}: {', '.join(missing)} missing; give an .npz file that r3gym train wrote")
    sizes = (weights["encode_1.weight"].shape[1], weights["finish_1.weight"].shape[1])
    hidden = weights["encode_2.weight"].shape[0]
    if sizes != (PROBLEM_SIZE, 2 * hidden + CONTEST_SIZE):
        raise InputError(f"{name}: trained on other features; train it again with this version")
    try:
        return Network(weights, card)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


@cache
def _shipped() -> Network:
    return read_network(files("r3gym.schedulers").joinpath(DEFAULT).read_bytes(), DEFAULT)
