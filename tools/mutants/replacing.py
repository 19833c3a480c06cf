"""A mutant in a process that has imported everything: the code of its functions is replaced, and caches are emptied.

What runs while a module is imported (constants, classes, defaults, decorators) cannot be replaced: such a mutant is
tried in a process that imports it anew.
"""

from __future__ import annotations

import functools
import gc
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType

#: Functions that differ, before and after.
Change = list[tuple[CodeType, CodeType]]


def changed_functions(before: str, after: str, path: Path) -> Change | None:
    """The functions that differ and those inside them, before and after; None where more than functions differs.

    >>> ((old, new),) = changed_functions("def f(): return 7", "def f(): return 8", Path("f"))
    >>> old.co_consts, new.co_consts
    ((None, 7), (None, 8))
    >>> changed_functions("A = 1", "A = 2", Path("f")) is None
    True
    """
    old, new = (compile(text, str(path), "exec", dont_inherit=True) for text in (before, after))
    try:
        return list(_differences(old, new))
    except _NotInAFunction:
        return None


class _NotInAFunction(Exception):
    pass


def _differences(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    if _signature(old) == _signature(new):
        return
    if old.co_flags & inspect.CO_OPTIMIZED:
        yield old, new
    elif _signature(old, inner=False) != _signature(new, inner=False):
        raise _NotInAFunction
    first, second = ([one for one in code.co_consts if isinstance(one, CodeType)] for code in (old, new))
    if [one.co_name for one in first] == [one.co_name for one in second]:
        for pair in zip(first, second, strict=True):
            yield from _differences(*pair)


def _signature(code: CodeType, *, inner: bool = True) -> tuple[object, ...]:
    """All that decides what ``code`` does: lines may have moved."""
    consts = [
        (_signature(one) if inner else None) if isinstance(one, CodeType) else (type(one), repr(one))
        for one in code.co_consts
    ]
    counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
    names = code.co_name, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return code.co_code, code.co_exceptiontable, counts, names, consts


def living(change: Change, path: Path) -> list[tuple[FunctionType, CodeType]] | None:
    """The functions of this process that have the code of ``path`` before the change, each with its changed code.

    None where one of the outermost does not live, or closes over other variables than before: it cannot be replaced.
    """
    wanted = {(old.co_qualname, old.co_firstlineno): new for old, new in change}
    found = []
    for function in gc.get_objects():
        known = isinstance(function, FunctionType) and _key(function.__code__) in wanted
        if known and Path(function.__code__.co_filename).resolve() == path:
            found.append((function, wanted[_key(function.__code__)]))
    outermost = {_key(old) for old, _ in change if "<locals>" not in old.co_qualname}
    same = all(len(function.__code__.co_freevars) == len(code.co_freevars) for function, code in found)
    return found if same and outermost <= {_key(function.__code__) for function, _ in found} else None


def _key(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def replace(found: list[tuple[FunctionType, CodeType]], top: Path) -> None:
    """Give the functions their changed code, and empty the caches of all functions below ``top``.

    What the code before the change said must not answer for it.
    """
    for function, code in found:
        function.__code__ = code
    for cached in gc.get_objects():
        if isinstance(cached, functools._lru_cache_wrapper):
            inner = getattr(cached.__wrapped__, "__code__", None)
            if inner is not None and inner.co_filename.startswith(str(top)):
                cached.cache_clear()
