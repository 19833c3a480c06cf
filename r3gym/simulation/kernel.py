"""The compiled form of the twin's rules (`kernel.c`): built on first use, not used where no compiler is found.

`r3gym.simulation.contests` defines the rules, in NumPy; this module only makes them faster. Results are bit-identical.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from r3gym.utils.compiling import CompilationError, compiled, private_folder

Array = npt.NDArray[Any]

#: Fields of the C side's ``Table``, in its order: arrays with the types of their entries, then numbers.
ARRAYS: Mapping[str, type[np.generic]] = {
    "words": np.uint64,
    "hidden": np.uint16,
    "state": np.uint64,
    "feedback": np.uint64,
    "left": np.uint8,
    "solved": np.uint8,
    "focus": np.int64,
    "legal": np.bool_,
    "blocked": np.uint16,
    "seeds": np.uint64,
    "episode": np.uint64,
    "templates": np.int64,
    "orders": np.int64,
    "domain": np.uint8,
    "laws": np.uint8,
    "slots": np.int64,
    "edges": np.uint16,
    "drafts": np.uint16,
    "budgets": np.uint8,
    "step_keeps": np.uint64,
    "step_adds": np.uint64,
}
NUMBERS = (
    *("shelve", "unit", "budget_unit", "answered"),
    *("problems", "templates_count", "choices", "all_orders", "shuffled"),
)


class _Table(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in ARRAYS] + [(name, ctypes.c_uint64) for name in NUMBERS]


class Kernel:
    """The two rules over the arrays of one batch; an array is None if its values are drawn or not needed."""

    def __init__(self, library: ctypes.CDLL, arrays: Mapping[str, Array | None], numbers: Mapping[str, int]) -> None:
        for name, kind in ARRAYS.items():
            array = arrays[name]
            if array is not None and (array.dtype != kind or not array.flags.c_contiguous):
                raise TypeError(
                    f"{name}: {array.dtype}, contiguous {array.flags.c_contiguous}; C reads {kind.__name__}"
                )
        self._kept = dict(arrays)  # the C side holds addresses: keep the arrays alive
        pointers = {name: None if array is None else array.ctypes.data for name, array in arrays.items()}
        self._table = _Table(**pointers, **numbers)
        self._at = ctypes.byref(self._table)
        self._spend, self._open = library.r3gym_spend, library.r3gym_open

    def spend(self, actions: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
        """Do one paid step in each contest whose action is a problem; return where an answer became right."""
        gained = np.empty(len(actions), np.uint8)
        self._spend(self._at, len(actions), actions.ctypes.data, gained.ctypes.data)
        return gained

    def open(self, rows: npt.NDArray[np.int64]) -> None:
        """Draw the current episode of these contests."""
        self._open(self._at, len(rows), rows.ctypes.data)


@cache
def kernel_library() -> ctypes.CDLL | None:
    """Compile and load the rules; None without a compiler, where everything works at a fraction of the speed."""
    source = Path(__file__).resolve().with_name("kernel.c")
    try:
        library = ctypes.CDLL(str(compiled(source, private_folder("simulation"), (["-O3", "-shared", "-fPIC"],))))
    except (CompilationError, OSError):
        return None
    address, count = ctypes.c_void_p, ctypes.c_int64
    library.r3gym_spend.argtypes, library.r3gym_spend.restype = [address, count, address, address], None
    library.r3gym_open.argtypes, library.r3gym_open.restype = [address, count, address], None
    return library
