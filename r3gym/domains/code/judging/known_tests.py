"""A cache of opened tests and their hashes, valid while nothing in their folder changes.

With it, looking up a cached verdict needs only the metadata of the folder, not its contents. A folder counts as
unchanged while every entry below it has the same name, inode, size and times. A folder that changed very recently
could change again within one tick of the file system's clock, so it is not cached.
"""

from __future__ import annotations

import os
import stat
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from r3gym.domains.code.packages import PackageTests, hash_tests, open_tests
from r3gym.utils.cache_dir import cache_dir

_FRESH_NS = 50_000_000
_MOST = 256
_lock = threading.Lock()
_known: OrderedDict[tuple[Path, Path], KnownTests] = OrderedDict()  # by folder and cache folder of generated tests

Stamp = tuple[tuple[object, ...], ...]


@dataclass(frozen=True)
class KnownTests:
    """Tests as they were when their folder had the metadata ``stamp``."""

    tests: PackageTests
    hash: str
    stamp: Stamp


def known_tests(folder: Path) -> KnownTests:
    """Open the tests of a folder like `open_tests`, with their hash; raise the same errors."""
    key = folder, cache_dir("tests")
    stamp, newest = _look(folder)
    with _lock:
        known = _known.get(key)
        if known is not None and known.stamp == stamp:
            _known.move_to_end(key)
            return known
    tests = open_tests(folder)
    made = KnownTests(tests, hash_tests(tests), stamp)
    if time.time_ns() - newest > _FRESH_NS and _look(folder)[0] == stamp:
        with _lock:
            _known[key] = made
            while len(_known) > _MOST:
                _known.popitem(last=False)
    return made


def _look(folder: Path) -> tuple[Stamp, int]:
    """Return the metadata of the folder's entries and the time of the newest change. Links are followed."""
    found: list[tuple[object, ...]] = []
    waiting, newest = [os.fspath(folder)], 0
    entered: set[tuple[int, int]] = set()  # links may form a cycle
    while waiting:
        here = waiting.pop()
        try:
            with os.scandir(here) as entries:
                for entry in entries:
                    try:
                        status = entry.stat()
                    except OSError:  # a broken link
                        status = entry.stat(follow_symlinks=False)
                    changed = status.st_ctime_ns
                    found.append((entry.path, status.st_ino, status.st_size, status.st_mtime_ns, changed))
                    newest = changed if changed > newest else newest
                    if stat.S_ISDIR(status.st_mode) and (status.st_dev, status.st_ino) not in entered:
                        entered.add((status.st_dev, status.st_ino))
                        waiting.append(entry.path)
        except OSError:
            found.append((here,))
    found.sort()
    return tuple(found), newest
