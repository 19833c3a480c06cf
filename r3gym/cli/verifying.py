"""Verify many packages at once: find the folders of a command-line argument, and check them in a pool of workers.

A broken package becomes a row with its error; the others go on. A package without submissions is reported as such: it
never counts as verified.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from r3gym.core.known_domains import paper_domains
from r3gym.domains.code.judging.judge import JudgeSettings
from r3gym.domains.code.judging.report import Undecided
from r3gym.domains.code.judging.verify import VerifyRow, iter_verify
from r3gym.domains.code.packages import read_submissions
from r3gym.errors import InputError
from r3gym.sandbox import SandboxError
from r3gym.suites.reference import EMBEDDED_VERSION

EMBEDDED = "embedded"

#: Called after every submission: how many are done, of how many, and which one it was.
Report = Callable[[int, int, str], None]


@dataclass(frozen=True)
class PackageVerification:
    """One package: the verdicts on its submissions, and the error that prevented the judging of the others."""

    name: str
    rows: tuple[VerifyRow, ...]
    fault: str = ""

    @property
    def agrees(self) -> bool:
        """Whether all verdicts are as the package expects, without submissions that no tool of this machine can run."""
        return not self.fault and all(row.agrees or row.undecided is Undecided.NO_TOOL for row in self.rows)

    def to_json(self) -> list[dict[str, Any]]:
        """Return a row per submission, and one with ``error`` for a package that could not be verified completely."""
        rows: list[dict[str, Any]] = [
            {
                "package": row.package,
                "submission": row.submission,
                "language": row.language,
                "expected": row.expected.value,
                "also": [other.value for other in row.also],
                "verdict": row.report.outcome.value,
                "agrees": row.agrees,
                "undecided": row.undecided,
                "slowest_s": row.report.slowest_s,
                "detail": row.report.detail,
            }
            for row in self.rows
        ]
        return [*rows, {"package": self.name, "agrees": False, "error": self.fault}] if self.fault else rows


def find_banks(given: str) -> list[Path]:
    """Return the suite folders of an argument: three for ``embedded``, one for a folder with ``suite.json``."""
    if _is_embedded(given):
        return [domain.bank.embedded(EMBEDDED_VERSION) for domain in paper_domains()]
    return [Path(given)] if (Path(given) / "suite.json").is_file() else []


def find_package_folders(given: str) -> list[Path]:
    """Return the package folders of an argument: ``embedded``, a package, a folder of packages, or a suite folder."""
    from r3gym.domains.code.bank import CodeBank
    from r3gym.domains.code.package_folders import find_packages

    if _is_embedded(given):
        return list(find_packages(CodeBank().embedded(EMBEDDED_VERSION) / "packages").values())
    folder = Path(given)
    if not folder.is_dir():
        raise InputError(f"{folder}: not a folder; give a problem package, a folder of packages, or {EMBEDDED!r}")
    if (folder / "problem.yaml").is_file():
        return [folder]
    if find_banks(given) and not (folder / "packages").is_dir():
        return []  # a bank of mathematics or of abstract reasoning
    return list(find_packages(folder / "packages" if find_banks(given) else folder).values())


def _is_embedded(given: str) -> bool:
    return given == EMBEDDED and not Path(given).exists()


def verify_all(
    folders: Sequence[Path], settings: JudgeSettings, jobs: int, report: Report
) -> list[PackageVerification]:
    """Verify packages, ``jobs`` at a time; the result is in the order of ``folders``."""
    total, done, lock = sum(map(_count, folders)), 0, threading.Lock()

    def tell(name: str) -> None:
        nonlocal done
        with lock:
            done += 1
            report(done, total, name)

    report(0, total, "verifying")
    pool = ThreadPoolExecutor(max_workers=jobs, thread_name_prefix="verify")
    try:
        return list(pool.map(lambda folder: _verify(folder, settings, tell), folders))
    finally:  # an interrupt ends after the submissions that are running, not after all packages
        pool.shutdown(cancel_futures=True)


def _count(folder: Path) -> int:
    try:
        return len(read_submissions(folder))
    except (InputError, OSError):
        return 0


def _verify(folder: Path, settings: JudgeSettings, tell: Callable[[str], None]) -> PackageVerification:
    name, rows, fault = folder.resolve().name, list[VerifyRow](), ""
    try:
        for row in iter_verify(folder, settings):
            rows.append(row)
            tell(f"{row.package}: {row.submission}")
        if not rows:
            fault = "no submissions: nothing to verify"
        elif all(row.undecided is Undecided.NO_TOOL for row in rows):
            fault = f"no submission can be judged here: {rows[0].report.detail}"
    except (InputError, SandboxError) as error:
        fault = str(error)
    except OSError as error:
        fault = f"{error.filename or folder}: {error.strerror or error}"
    return PackageVerification(name, tuple(rows), fault)
