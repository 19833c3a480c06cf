"""Export a trained policy to a file that `scheduler="learned:PATH"` reads without torch."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from r3gym.schedulers.learned import FORMAT, Network
from r3gym.train.network import Equivariant, exported_weights


def as_network(network: Equivariant, card: Mapping[str, Any] | None = None) -> Network:
    """Return the same network in NumPy."""
    return Network(exported_weights(network), {"format": FORMAT, **(card or {})})


def export(network: Equivariant, path: Path, card: Mapping[str, Any]) -> None:
    """Write weights and card atomically."""
    found = as_network(network, card)
    part = path.with_suffix(".part.npz")
    np.savez_compressed(part, allow_pickle=False, card=np.array(json.dumps(found.card)), **found.weights)
    part.replace(path)
