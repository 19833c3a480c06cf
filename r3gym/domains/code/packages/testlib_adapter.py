"""Conversion of a testlib checker or interactor to an output validator of an ICPC package.

A checker is called ``checker input output answer`` and ends with 0 when the output is right; a validator is called
``validator input answer feedback_dir < output`` and ends with 42. The adapter is a second source file beside the
unchanged checker. It runs before ``main``, in a constructor (to which glibc passes the arguments), and forks. The child
continues into the checker's ``main`` with the arguments that a checker expects; the parent translates its exit code. An
interactor is called the same way and writes the output itself; its standard input and output are connected to the
submission.
"""

from __future__ import annotations

from pathlib import Path

from r3gym.domains.code.packages.model import ValidatorProgram

_FOLDER = "output_validators/checker"
_ADAPTER = """\
// Written by r3gym: makes the testlib checker beside this file an output validator of the ICPC problem package format.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

static const bool INTERACTIVE = @interactive@;
static char output_name[4096];

static bool save_standard_input() {
    int file = open(output_name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0) return false;
    static char buffer[65536];
    ssize_t size;
    while ((size = read(0, buffer, sizeof buffer)) > 0)
        for (ssize_t done = 0, step; done < size; done += step)
            if ((step = write(file, buffer + done, size - done)) <= 0) return false;
    return close(file) == 0 && size == 0;
}

__attribute__((constructor)) static void as_validator(int argc, char *argv[], char **) {
    if (argc != 4 || strlen(argv[3]) + 32 > sizeof output_name) _exit(1);
    strcpy(output_name, argv[3]);
    strcat(output_name, "/checker_output.txt");
    if (!INTERACTIVE && !save_standard_input()) _exit(1);
    signal(SIGPIPE, SIG_IGN);  // a submission that has gone away is the interactor's to judge
    pid_t child = fork();
    if (child < 0) _exit(1);
    if (child == 0) {
        argv[3] = argv[2];
        argv[2] = output_name;
        return;
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) _exit(1);
    switch (WEXITSTATUS(status)) {
        case 0: _exit(42);
        case 1: case 2: case 4: case 7: case 8: _exit(43);
        default: _exit(1);
    }
}
"""


def adapter_files(program: ValidatorProgram, *, interactive: bool = False) -> dict[str, Path | bytes]:
    """Return the files of an output validator made of a checker or interactor: adapter, program and headers."""
    return {
        f"{_FOLDER}/r3gym_adapter.cpp": _ADAPTER.replace("@interactive@", str(interactive).lower()).encode(),
        **{f"{_FOLDER}/{path.name}": path for path in program.files},
    }
