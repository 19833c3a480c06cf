"""What is installed in a contest's sandbox: a program that is not there must not cost a unit."""

from __future__ import annotations

import re
from dataclasses import dataclass

from r3gym.sandbox import describe_toolbox, missing_programs
from r3gym.shell.running import PATH

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.+-]*")
#: Words that bash itself knows, which are no programs.
_SHELL_WORDS = frozenset(
    "alias bg bind break builtin caller case cd command compgen complete compopt continue coproc declare dirs disown "
    "do done echo elif else enable esac eval exec exit export false fc fg fi for function getopts hash help history if "
    "in jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return select set shift shopt "
    "source suspend test then time times trap true type typeset ulimit umask unalias unset until wait while".split()
)


@dataclass(frozen=True)
class InstalledPrograms:
    """The programs of a sandbox backend; without a name nothing is known, and nothing counts as absent."""

    sandbox: str = ""

    @property
    def description(self) -> str:
        """The interpreters, compilers and packages with their versions, in one line."""
        return describe_toolbox(self.sandbox) if self.sandbox else ""

    def absent(self, word: str, path: str | None) -> str | None:
        """Return the program that a deciding word names, when it is not installed; else None.

        ``path`` is the session's PATH: with another than the usual one the program may be the contestant's own.
        """
        name = word.split(" ", 1)[0]
        if not self.sandbox or path != PATH or not _NAME.fullmatch(name) or name in _SHELL_WORDS:
            return None
        return name if missing_programs((name,), self.sandbox) else None
