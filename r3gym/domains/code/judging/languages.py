"""The languages that the judge can build and run. To add a language, add an entry here.

C++17 is the language of contests. The others exist for packages, whose validators and example submissions use several
languages.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

#: Where a program is built and run inside its workspace.
HOME = "/app"
_PROGRAM = "program"
PROGRAM = f"{HOME}/{_PROGRAM}"


@dataclass(frozen=True)
class Language:
    """How to build and run a program from its sources.

    ``build`` and ``run`` are arguments, to be executed in `HOME`, with the placeholders ``{sources}`` (the files to
    compile), ``{main}`` (the entry point) and ``{program}``; ``others`` are builds to try, in this order, when
    ``build`` fails. ``keeps_sources`` is true for languages that run their sources directly. ``memory_words`` are what
    a program of this language writes to stderr when an allocation fails. ``version`` is the command that prints the
    tool's version. ``header_flags`` are the flags of ``build`` that a precompiled header must be compiled with; empty
    without such a header. ``folder`` is the format's name of the language, as in ``include/cpp``.
    ``check_flags`` make a build only say whether the sources are valid; empty where the compiler has none.
    """

    name: str
    suffixes: tuple[str, ...]
    build: tuple[str, ...]
    run: tuple[str, ...]
    version: tuple[str, ...]
    keeps_sources: bool = False
    memory_words: tuple[bytes, ...] = ()
    others: tuple[tuple[str, ...], ...] = ()
    header_flags: tuple[str, ...] = ()
    folder: str = ""
    check_flags: tuple[str, ...] = ()

    def build_commands(self, sources: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        """Return the commands that build these files (named relative to `HOME`), the preferred one first."""
        names = tuple(sources)
        return tuple(self._filled(template, names) for template in (self.build, *self.others))

    def run_command(self, sources: Iterable[str]) -> tuple[str, ...]:
        """Return the command that runs the program."""
        return self._filled(self.run, tuple(sources))

    def _filled(self, template: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
        own = [name for name in names if PurePosixPath(name).suffix in self.suffixes]
        words: list[str] = []
        for word in template:
            if word == "{sources}":
                words += [f"./{name}" for name in own]
            elif word == "{main}":
                words += [f"./{_entry(own)}"] if own else []
            else:
                words.append(f"./{_PROGRAM}" if word == "{program}" else word)
        return tuple(words)


def _entry(names: list[str]) -> str:
    """Return the file that Python starts: a conventional name if there is one, else the first file."""
    for wanted in ("__main__.py", "main.py", "validate.py", "validator.py"):
        for name in names:
            if PurePosixPath(name).name == wanted:
                return name
    return names[0]


def _cpp(dialect: str) -> tuple[str, ...]:
    return ("g++", f"-std={dialect}", "-O2", "-pipe", "-o", "{program}", "{sources}")


#: The language of contests: C++17 only.
CPP17 = Language(
    name="C++17",
    suffixes=(".cpp", ".cc", ".cxx", ".c++", ".C"),
    build=_cpp("c++17"),
    run=("{program}",),
    version=("g++", "-dumpfullversion", "-dumpversion"),
    memory_words=(b"std::bad_alloc",),
    folder="cpp",
    check_flags=("-fsyntax-only",),
    header_flags=("-std=c++17", "-O2"),
)

#: For the submissions and validators of packages: C++17 if they compile with it, else a newer or an older dialect.
CPP = replace(CPP17, name="C++", others=(_cpp("gnu++20"), _cpp("gnu++14")))

C = Language(
    name="C11",
    suffixes=(".c",),
    build=("gcc", "-std=gnu11", "-O2", "-pipe", "-o", "{program}", "{sources}", "-lm"),
    run=("{program}",),
    version=("gcc", "-dumpfullversion", "-dumpversion"),
    folder="c",
    check_flags=("-fsyntax-only",),
)

PYTHON = Language(
    name="Python 3",
    suffixes=(".py", ".py3"),
    build=("python3", "-m", "py_compile", "{sources}"),
    run=("python3", "-B", "{main}"),
    version=("python3", "-c", "import sys; print(sys.version)"),
    keeps_sources=True,
    memory_words=(b"MemoryError",),
    folder="python3",
)

#: A package's own ``build`` and ``run`` scripts.
SCRIPT = Language(name="script", suffixes=(), build=("./build",), run=("./run",), version=("true",))

LANGUAGES = (CPP, C, PYTHON)


def language_of(names: Iterable[str]) -> Language | None:
    """Return the language of a set of files by their suffixes, or None.

    C++ comes before C, because C++ programs may include C files, then Python.
    """
    suffixes = {PurePosixPath(name).suffix for name in names}
    return next((language for language in LANGUAGES if suffixes & set(language.suffixes)), None)
