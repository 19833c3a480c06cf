"""The languages that the judge can build and run. A new one is a new row here; nothing else knows languages.

C++17 is the contest's language. The others exist for packages, whose validators and example submissions
come in several.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

#: Where a program is built and run inside its workspace.
HOME = "/app"
PROGRAM = f"{HOME}/program"


@dataclass(frozen=True)
class Language:
    """How sources become a program.

    ``build`` and ``run`` are shell commands with the placeholders ``{sources}`` (files to compile),
    ``{main}`` (the entry point) and ``{program}``. ``keeps_sources`` is true where the program is its
    sources. ``memory_words`` are what a program of this language writes to stderr when it could not get
    memory. ``version`` prints the tool's version.
    """

    name: str
    suffixes: tuple[str, ...]
    build: str
    run: str
    version: str
    keeps_sources: bool = False
    memory_words: tuple[bytes, ...] = ()

    def build_command(self, sources: Iterable[str]) -> str:
        """The command that builds; the files are named relative to `HOME`."""
        return self._filled(self.build, tuple(sources))

    def run_command(self, sources: Iterable[str]) -> str:
        """The command that runs the program; it can stand after ``exec``."""
        return self._filled(self.run, tuple(sources))

    def _filled(self, template: str, names: tuple[str, ...]) -> str:
        own = [name for name in names if PurePosixPath(name).suffix in self.suffixes]
        return template.format(
            sources=" ".join(shlex.quote(f"{HOME}/{name}") for name in own),
            main=shlex.quote(f"{HOME}/{_entry(own)}") if own else "",
            program=PROGRAM,
        )


def _entry(names: list[str]) -> str:
    """The file that Python starts: the conventional names first, else the first one."""
    for wanted in ("__main__.py", "main.py", "validate.py", "validator.py"):
        for name in names:
            if PurePosixPath(name).name == wanted:
                return name
    return names[0]


CPP = Language(
    name="C++17",
    suffixes=(".cpp", ".cc", ".cxx", ".c++", ".C"),
    build="g++ -std=c++17 -O2 -pipe -o {program} {sources}",
    run="{program}",
    version="g++ -dumpfullversion -dumpversion",
    memory_words=(b"std::bad_alloc",),
)

C = Language(
    name="C11",
    suffixes=(".c",),
    build="gcc -std=gnu11 -O2 -pipe -o {program} {sources} -lm",
    run="{program}",
    version="gcc -dumpfullversion -dumpversion",
)

PYTHON = Language(
    name="Python 3",
    suffixes=(".py", ".py3"),
    build="python3 -m py_compile {sources}",
    run="python3 {main}",
    version="python3 -c 'import sys; print(sys.version)'",
    keeps_sources=True,
    memory_words=(b"MemoryError",),
)

LANGUAGES = (CPP, C, PYTHON)


def language_of(names: Iterable[str]) -> Language | None:
    """The language of a set of files, by their endings: C++ before C (C++ programs bring C files), then
    Python.
    """
    suffixes = {PurePosixPath(name).suffix for name in names}
    return next((language for language in LANGUAGES if suffixes & set(language.suffixes)), None)
