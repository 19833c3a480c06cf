"""Counter-based random numbers: a contest's randomness depends only on its own seed and episode.

So a contest has the same outcome alone, in a vector of any size, and after any number of other contests.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]

_STEP, _MIX_A, _MIX_B = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
_TIMES, _PLUS = np.uint64(6364136223846793005), np.uint64(1442695040888963407)
_S27, _S30, _S31, _S32 = (np.uint64(n) for n in (27, 30, 31, 32))


def mixed(words: Words) -> Words:
    """Mix the bits of each word (the finaliser of SplitMix64)."""
    words = words + _STEP
    words = (words ^ (words >> _S30)) * _MIX_A
    words = (words ^ (words >> _S27)) * _MIX_B
    return words ^ (words >> _S31)


def episode_keys(seeds: Words, episodes: Words) -> Words:
    """Return the key of each episode of each seed."""
    return mixed(mixed(seeds) ^ (episodes * _TIMES))


def advance(state: Words) -> Words:
    """Advance each contest's own generator by one step, in place, and return its bits."""
    state *= _TIMES
    state += _PLUS
    return state ^ (state >> _S32)
