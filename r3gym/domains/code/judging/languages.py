"""The languages that the judge can build and run. To add a language, add an entry here.

C++17 is the language of contests. The others exist for packages, whose validators and example submissions use several
languages. A language can be judged where its tool is in the sandbox; elsewhere the verdict says what is missing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from r3gym.domains.code.judging.language import HOME, MEMORY, PROGRAM, Language

__all__ = ["CPP", "CPP17", "HOME", "LANGUAGES", "PROGRAM", "PYTHON", "SCRIPT", "Language", "language_of"]


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
    header_flags=("-std=c++17", "-O2"),
    folder="cpp",
    check_flags=("-fsyntax-only",),
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

# One collector thread and no shared performance data: less memory, less CPU time, and no file in /tmp.
_JVM = ("java", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xss64m", f"-Xmx{MEMORY}m", "-Dfile.encoding=UTF-8")
_JVM_MB = 256  # the virtual machine itself: its code, classes, compiler and threads

JAVA = Language(
    name="Java",
    suffixes=(".java",),
    build=("javac", "-encoding", "UTF-8", "-nowarn", "-d", ".", "{sources}"),
    run=(*_JVM, "-cp", ".", "{main_class}"),
    version=("javac", "-version"),
    products=(".class",),
    runtime_mb=_JVM_MB,
    memory_words=(b"java.lang.OutOfMemoryError",),
    folder="java",
)

KOTLIN = Language(
    name="Kotlin",
    suffixes=(".kt",),
    build=("kotlinc", "-nowarn", "-include-runtime", "-d", "./program.jar", "{sources}"),
    run=(*_JVM, "-jar", "./program.jar"),
    version=("kotlinc", "-version"),
    products=(".jar",),
    runtime_mb=_JVM_MB,
    memory_words=(b"java.lang.OutOfMemoryError",),
    folder="kotlin",
)

RUST = Language(
    name="Rust",
    suffixes=(".rs",),
    build=("rustc", "--edition=2021", "-O", "-o", "{program}", "{main}"),
    run=("{program}",),
    version=("rustc", "--version"),
    memory_words=(b"memory allocation of",),
    folder="rust",
)

GO = Language(
    name="Go",
    suffixes=(".go",),
    # Its compiler wants a folder for its own cache; nothing is downloaded.
    build=(
        "env",
        "GOCACHE=/tmp/go",
        "GOFLAGS=-mod=mod",
        "GO111MODULE=off",
        "go",
        "build",
        "-o",
        "{program}",
        "{sources}",
    ),
    run=("{program}",),
    version=("go", "version"),
    folder="go",
)

HASKELL = Language(
    name="Haskell",
    suffixes=(".hs",),
    build=("ghc", "-O2", "-rtsopts", "-outputdir", "/tmp/ghc", "-o", "{program}", "{main}"),
    run=("{program}", "+RTS", f"-M{MEMORY}m", "-RTS"),
    version=("ghc", "--numeric-version"),
    folder="haskell",
)

JAVASCRIPT = Language(
    name="JavaScript",
    suffixes=(".js",),
    build=("node", "--check", "{main}"),
    run=("node", f"--max-old-space-size={MEMORY}", "{main}"),
    version=("node", "--version"),
    keeps_sources=True,
    runtime_mb=128,
    memory_words=(b"heap out of memory",),
    folder="javascript",
)

#: A package's own ``build`` and ``run`` scripts.
SCRIPT = Language(name="script", suffixes=(), build=("./build",), run=("./run",), version=("true",))

#: Where the files of a program name several languages equally often, the first one counts.
LANGUAGES = (CPP, C, PYTHON, JAVA, HASKELL, JAVASCRIPT, GO, KOTLIN, RUST)


def language_of(names: Iterable[str]) -> Language | None:
    """Return the language of most of the files by their suffixes, or None.

    C++ comes before C however many files there are, because C++ programs may include C files.

    >>> [language_of(names).name for names in (["a.c", "b.c", "main.cc"], ["A.java", "B.java", "run.py"])]
    ['C++', 'Java']
    """
    given = tuple(names)
    counts = {language: len(language.own_files(given)) for language in LANGUAGES}
    if counts[CPP]:
        counts[C] = 0
    best = max(LANGUAGES, key=lambda language: counts[language])
    return best if counts[best] else None
