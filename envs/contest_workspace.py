"""The workspace of a contest: opened as its domain requires, with each problem's public part in its scratch area."""

from __future__ import annotations

from r3gym.core.contest import Contest
from r3gym.core.domain import scratch_area
from r3gym.sandbox import Limits, Workspace, open_workspace


def open_contest_workspace(sandbox: str, limits: Limits, contest: Contest) -> Workspace:
    """Open a workspace and write the problem files into it; on an error the workspace is closed."""
    setup = contest.domain.workspace_setup(sandbox)
    workspace = open_workspace(sandbox, limits, shared=setup.shared)
    try:
        if setup.command is not None:
            workspace.run(setup.command, timeout=20)
        for label in contest.labels:
            for name, content in contest.domain.workspace_files(contest.problem(label)).items():
                workspace.write_file(f"{scratch_area(label)}/{name}", content)
    except BaseException:
        workspace.close()
        raise
    return workspace
