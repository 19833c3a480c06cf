"""A code package of the bank as its authors' tools see it: the programs, the generator, the validator.

The tools run the bank's own programs natively: they are trusted, and thousands of short runs are wanted.
"""

from __future__ import annotations

import random
import resource
import runpy
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from r3gym.domains.code.judging.default_validator import ValidatorFlags, difference, parse_flags
from r3gym.domains.code.packages import read_tests

CXX = ("g++", "-std=c++17", "-w")


@dataclass(frozen=True)
class Program:
    """Something that reads an input and writes an output."""

    argv: tuple[str, ...]

    def run(self, text: str, timeout: float = 10.0, *arguments: str) -> tuple[int, str]:
        """Exit code and standard output; exit code 124 when it overran."""
        try:
            done = subprocess.run(
                [*self.argv, *arguments],
                input=text.encode(),
                capture_output=True,
                timeout=timeout,
                preexec_fn=_limit,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return 124, ""
        return done.returncode, done.stdout.decode("latin-1")

    def seconds(self, text: str, most: int) -> float:
        """The processor time that it takes, ``most`` if it had to be stopped. Busy neighbours change this little."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            self.argv,
            input=text.encode(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=partial(_limit, most),
            check=False,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return most
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _limit(seconds: int = resource.RLIM_INFINITY) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_STACK, (512 << 20, 512 << 20))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def compiled(source: Path, binary: Path, level: str = "-O1") -> Program | None:
    """A C++ program, or None when it does not compile; Python programs need no compiling."""
    if source.suffix == ".py":
        return Program((sys.executable, "-S", str(source)))
    done = subprocess.run([*CXX, level, "-o", str(binary), str(source)], capture_output=True, check=False)
    return Program((str(binary),)) if done.returncode == 0 else None


@dataclass(frozen=True)
class Package:
    """One folder of ``packages/``."""

    folder: Path

    @property
    def main(self) -> Path:
        """The reference solution, whose output is the answer."""
        return self.folder / "submissions" / "accepted" / "main.cpp"

    @property
    def brute(self) -> Path:
        """The independent brute force, which is no submission."""
        found = [self.folder / "generators" / name for name in ("brute.py", "brute.cpp")]
        return next((path for path in found if path.is_file()), found[0])

    def submissions(self, kind: str) -> list[Path]:
        """All submissions that the package expects to end in one way, such as ``time_limit_exceeded``."""
        return sorted((self.folder / "submissions" / kind).iterdir())

    @property
    def time_limit(self) -> float:
        """Seconds, as the package states them."""
        stated = read_tests(self.folder).stated.time_s
        assert stated is not None, f"{self.folder.name} states no time limit"
        return stated

    def _load(self) -> dict[str, Any]:
        """The generator's names, its random numbers at their start."""
        return runpy.run_path(str(self.folder / "generators" / "gen.py"))

    @cached_property
    def _small(self) -> Callable[[random.Random], str]:
        return self._load()["small"]  # type: ignore[no-any-return]

    def tests(self) -> Iterator[tuple[str, str]]:
        """Name (``secret/01-edge``) and text of every test, always the same."""
        yield from self._load()["tests"]()

    def small(self, seed: int) -> str:
        """A random small input."""
        return self._small(random.Random(seed))

    @property
    def input_validator(self) -> Program:
        """Exit code 42 for a valid input."""
        (source,) = (self.folder / "input_validators").glob("*.py")
        return Program((sys.executable, "-S", str(source)))

    def output_validator(self, scratch: Path) -> Program | None:
        """The custom validator (``input answer feedback < output``), None where the default one holds."""
        for name in ("output_validator", "output_validators"):
            for source in sorted((self.folder / name).rglob("*.*")):
                if source.suffix in (".py", ".cpp", ".cc"):
                    program = compiled(source, scratch / "validator")
                    assert program is not None, f"{source} does not compile"
                    return program
        return None

    def comparison(self, scratch: Path) -> OutputComparison:
        """How its outputs are judged."""
        (*_, last) = read_tests(self.folder).cases
        validator = self.output_validator(scratch)
        return OutputComparison(validator, ValidatorFlags() if validator else parse_flags(last.flags), scratch)


@dataclass(frozen=True)
class OutputComparison:
    """Whether an output is right: by the custom validator, or by the default one."""

    validator: Program | None
    flags: ValidatorFlags
    scratch: Path

    def same(self, text: str, answer: str, output: str) -> bool:
        """Whether ``output`` is right for ``text`` with the reference's ``answer``."""
        if self.validator is None:
            return difference(output.encode("latin-1"), answer.encode("latin-1"), self.flags) is None
        (self.scratch / "in").write_text(text)
        (self.scratch / "ans").write_text(answer)
        (self.scratch / "feedback").mkdir(exist_ok=True)
        arguments = [str(self.scratch / name) for name in ("in", "ans", "feedback/")]
        code, _ = self.validator.run(output, 30.0, *arguments)
        assert code in (42, 43), f"the output validator ended with {code}"
        return code == 42
