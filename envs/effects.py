"""What a step did for which problems: files it changed in their folders, and problems that its output names.

One command can work for several problems, and in mathematics and abstract reasoning no path gives that away. It cannot
be prevented; so every record says what can be seen of it (`r3gym.records.steps.StepEffects`).
"""

from __future__ import annotations

import stat
from collections.abc import Hashable, Mapping

from r3gym.core.contest import Contest
from r3gym.core.domain import scratch_area
from r3gym.parsing.named_problems import named_problems
from r3gym.records.steps import StepEffects
from r3gym.sandbox import Workspace

#: A file's inode, mode, size and times: what changes when the file does.
Stamp = tuple[int, ...]
#: The stamps of all files by path, for each label; "" holds the files that belong to no problem alone.
Listing = Mapping[str, Mapping[str, Stamp]]

ELSEWHERE = ""
#: The most changed paths that a step keeps.
MOST_PATHS = 20
#: The most files that are followed; after a listing that has more, no further one is taken.
MOST_FILES = 10_000


def group_files(fingerprint: Hashable, contest: Contest) -> Listing | None:
    """Return the files of a workspace's fingerprint by problem; None when it does not list files with their stamps."""
    if not isinstance(fingerprint, tuple):
        return None
    found: dict[str, dict[str, Stamp]] = {label: {} for label in (*contest.labels, ELSEWHERE)}
    for entry in fingerprint:
        match entry:
            case (str(path), (int(), int(mode), *_) as stamp):
                if not stat.S_ISDIR(mode):  # a folder changes with its entries, which are listed themselves
                    found[owner(f"/{path}", contest)][f"/{path}"] = stamp
            case _:
                return None
    return found


def owner(path: str, contest: Contest) -> str:
    """Return the label that a path in the workspace belongs to: its folder, or its answer file if that is its own."""
    domain = contest.domain
    for label in contest.labels:
        own = not domain.shares_artifact and path == domain.artifact(label)
        if own or path.startswith(f"{scratch_area(label)}/"):
            return label
    return ELSEWHERE


def changed_areas(before: Listing, after: Listing) -> dict[str, tuple[str, ...]]:
    """Return the files that were created, changed or removed between two listings, by label; labels without are absent.

    >>> old = {"1": {"/app/problem_1/a": (1, 5)}, "2": {}, "": {"/tmp/x": (2, 5)}}
    >>> changed_areas(old, {"1": {"/app/problem_1/a": (1, 6)}, "2": {"/app/problem_2/b": (3, 6)}, "": {}})
    {'1': ('/app/problem_1/a',), '2': ('/app/problem_2/b',), '': ('/tmp/x',)}
    """
    found = {}
    for label in dict.fromkeys((*before, *after)):
        old, new = before.get(label, {}), after.get(label, {})
        paths = sorted(path for path in old.keys() | new.keys() if old.get(path) != new.get(path))
        if paths:
            found[label] = tuple(paths)
    return found


def step_effects(changed: Mapping[str, tuple[str, ...]] | None, named: tuple[str, ...]) -> StepEffects:
    """Return a step's effects; ``changed`` None when its files are not known."""
    if changed is None:
        return StepEffects(named=named)
    paths = sorted(path for some in changed.values() for path in some)
    return StepEffects(
        named=named,
        wrote=tuple(label for label in changed if label != ELSEWHERE),
        paths=tuple(paths[:MOST_PATHS]),
        changed=len(paths),
    )


class EffectWatch:
    """Follows the files of one contest's workspace from action to action; nothing of the agent runs while it looks."""

    def __init__(self, workspace: Workspace, contest: Contest) -> None:
        self._workspace, self._contest = workspace, contest
        self._last = self._look()

    def after(self, counted_output: str | None = None) -> StepEffects:
        """Return the effects of the action since the last call.

        ``counted_output`` is the output of a counted command, as long as it is kept; None for any other action.
        """
        named = () if counted_output is None else named_problems(counted_output, self._contest.labels)
        if self._last is None:  # not known, and not looked for again
            return step_effects(None, named)
        before, self._last = self._last, self._look()
        return step_effects(None if self._last is None else changed_areas(before, self._last), named)

    def _look(self) -> Listing | None:
        """Return the present listing; None when there are too many files to follow, or they cannot be listed."""
        try:
            listing = group_files(self._workspace.fingerprint(), self._contest)
        except OSError:
            return None
        return None if listing is None or sum(map(len, listing.values())) > MOST_FILES else listing
