"""The scope of a problem: what its counted commands see (the paper's "Per-problem attribution").

A counted command sees its problem's folder and answer file, and the problem's own ``/tmp``, loose files and shell. The
folders and answer files of the other problems are not there. Where all answers are in one file, no counted command sees
that file: it holds every problem's slot.
"""

from __future__ import annotations

from r3gym.core.contest import Contest
from r3gym.core.domain import scratch_area
from r3gym.sandbox import Workspace
from r3gym.sandbox.areas import COMMON


class ProblemScope:
    """The areas of a workspace by problem (`r3gym.sandbox.areas`)."""

    def __init__(self, workspace: Workspace, contest: Contest) -> None:
        self._workspace, self._contest = workspace, contest
        labels = contest.labels
        self._kept = (*map(scratch_area, labels), *contest.domain.artifact_paths(labels))

    def enter(self, label: str | None) -> None:
        """Make a problem's own files and shell the present ones; None: those of no problem."""
        if label is None:
            self._workspace.enter(COMMON, kept=self._kept, home="/app")
        else:
            self._workspace.enter(label, kept=self._kept, home=scratch_area(label))

    def hidden(self, label: str) -> tuple[str, ...]:
        """Return the paths that a counted command on a problem does not see."""
        domain, labels = self._contest.domain, self._contest.labels
        if len(labels) == 1:
            return ()
        others = [other for other in labels if other != label]
        answers = domain.artifact_paths(labels if domain.shares_artifact else others)
        return (*map(scratch_area, others), *answers)
