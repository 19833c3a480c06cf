"""The workspace of a contest: opened, with each problem's public part in its scratch area.

A code contest also sees the standard library's big header compiled (`r3gym.domains.code.judging.pch`), and g++ is told
where it is. A program that begins with that include then compiles in a fraction of the time, under ``-std=c++17 -O2``;
gcc ignores the compiled header wherever it would not mean the same, so nothing else changes.
"""

from __future__ import annotations

from r3gym.core.contest import Contest
from r3gym.core.domain import scratch_area
from r3gym.domains.code.judging import pch
from r3gym.domains.code.judging.languages import CPP17
from r3gym.sandbox import Limits, Workspace, open_workspace
from r3gym.sandbox.interface import SHARED
from r3gym.sandbox.opening import backend


def open_contest_workspace(sandbox: str, limits: Limits, contest: Contest) -> Workspace:
    """Open a workspace and furnish it; whatever fails leaves none behind."""
    header = pch.folder(backend(sandbox), CPP17.header_flags) if contest.domain.name == "code" else None
    workspace = open_workspace(sandbox, limits, shared=header)
    try:
        if header is not None:
            workspace.run(f"export CPLUS_INCLUDE_PATH={SHARED}", timeout=20)
        _furnish(workspace, contest)
    except BaseException:
        workspace.close()
        raise
    return workspace


def _furnish(workspace: Workspace, contest: Contest) -> None:
    for label in contest.labels:
        problem, area = contest.problem(label), scratch_area(label)
        workspace.write_file(f"{area}/statement.md", (problem.statement.strip() + "\n").encode())
        for number, sample in enumerate(problem.samples, 1):
            workspace.write_file(f"{area}/sample_{number}.in", sample.input.encode())
            workspace.write_file(f"{area}/sample_{number}.out", sample.output.encode())
