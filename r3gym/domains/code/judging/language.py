"""A programming language as the judge sees it: the commands that build and run a program, and what a build leaves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

#: Where a program is built and run inside its workspace.
HOME = "/app"
_PROGRAM = "program"
PROGRAM = f"{HOME}/{_PROGRAM}"

#: Stands in ``run`` for the memory limit in MB, which is not known when a program is built.
MEMORY = "{memory}"

#: Usual names of the file that a program starts with, before the format's rule (the first one).
_ENTRIES = ("__main__", "main", "validate", "validator")


@dataclass(frozen=True)
class Language:
    """How to build and run a program from its sources.

    ``build`` and ``run`` are arguments, to be executed in `HOME`, with the placeholders ``{sources}`` (the files to
    compile), ``{main}`` (the entry point), ``{main_class}`` (its name alone), ``{program}``, and in ``run`` `MEMORY`;
    ``others`` are builds to try, in this order, when ``build`` fails. ``keeps_sources`` is true for languages that run
    their sources directly; ``products`` are the suffixes of the files that a build leaves, empty for one program.
    ``runtime_mb`` is memory that the runtime may use beside the program's. ``memory_words`` are what a program of this
    language writes to stderr when an allocation fails. ``version`` is the command that prints the tool's version.
    ``header_flags`` are the flags of ``build`` that a precompiled header must be compiled with; empty without such a
    header. ``folder`` is the format's name of the language, as in ``include/cpp``. ``check_flags`` make a build only
    say whether the sources are valid; empty where the compiler has none.
    """

    name: str
    suffixes: tuple[str, ...]
    build: tuple[str, ...]
    run: tuple[str, ...]
    version: tuple[str, ...]
    folder: str = ""
    keeps_sources: bool = False
    products: tuple[str, ...] = ()
    runtime_mb: int = 0
    memory_words: tuple[bytes, ...] = ()
    others: tuple[tuple[str, ...], ...] = ()
    header_flags: tuple[str, ...] = ()
    check_flags: tuple[str, ...] = ()

    @property
    def tool(self) -> str:
        """The program that must be in the sandbox for this language."""
        return self.version[0]

    def own_files(self, names: Iterable[str]) -> list[str]:
        """Return those of the files that are sources of this language."""
        return [name for name in names if PurePosixPath(name).suffix in self.suffixes]

    def build_commands(self, sources: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        """Return the commands that build these files (named relative to `HOME`), the preferred one first."""
        names = tuple(sources)
        return tuple(self._filled(template, names) for template in (self.build, *self.others))

    def run_command(self, sources: Iterable[str]) -> tuple[str, ...]:
        """Return the command that runs the program."""
        return self._filled(self.run, tuple(sources))

    def _filled(self, template: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
        own = self.own_files(names)
        words: list[str] = []
        for word in template:
            if word == "{sources}":
                words += [f"./{name}" for name in own]
            elif word == "{main}":
                words += [f"./{_entry(own)}"] if own else []
            elif word == "{main_class}":
                words += [PurePosixPath(_entry(own)).stem] if own else []
            else:
                words.append(f"./{_PROGRAM}" if word == "{program}" else word)
        return tuple(words)


def _entry(names: list[str]) -> str:
    """Return the file that a program starts with: one with a usual name if there is one, else the first file."""
    for wanted in _ENTRIES:
        for name in names:
            if PurePosixPath(name).stem.lower() == wanted:
                return name
    return names[0]
