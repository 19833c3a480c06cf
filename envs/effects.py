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


def list_entries(fingerprint: Hashable) -> dict[str, Stamp] | None:
    """Return the stamps of a workspace's fingerprint by path; None when it does not list entries with their stamps."""
    if not isinstance(fingerprint, tuple):
        return None
    found: dict[str, Stamp] = {}
    for entry in fingerprint:
        match entry:
            case (str(path), (int(), int(), *_) as stamp):
                found[f"/{path}"] = stamp
            case _:
                return None
    return found


def group_files(entries: Mapping[str, Stamp], contest: Contest) -> Listing:
    """Return the files among the entries of a workspace by problem."""
    found: dict[str, dict[str, Stamp]] = {label: {} for label in (*contest.labels, ELSEWHERE)}
    for path, stamp in entries.items():
        if not stat.S_ISDIR(stamp[1]):  # a folder changes with its entries, which are listed themselves
            found[owner(path, contest)][path] = stamp
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
    """Follows the files of one contest's workspace from action to action; nothing of the agent runs while it looks.

    ``changed`` holds the entries, folders too, that the latest action created, changed or removed (then None), by path;
    it is None when they are not known.
    """

    def __init__(self, workspace: Workspace, contest: Contest) -> None:
        self._workspace, self._contest = workspace, contest
        self._last = self._look()
        self.changed: Mapping[str, Stamp | None] | None = None

    def after(self, counted_output: str | None = None) -> StepEffects:
        """Return the effects of the action since the last call.

        ``counted_output`` is the output of a counted command, as long as it is kept; None for any other action.
        """
        named = () if counted_output is None else named_problems(counted_output, self._contest.labels)
        before, self.changed = self._last, None
        if before is None:  # not known, and not looked for again
            return step_effects(None, named)
        now = self._last = self._look()
        if now is None:
            return step_effects(None, named)
        self.changed = {path: now.get(path) for path in before.keys() | now.keys() if before.get(path) != now.get(path)}
        areas = changed_areas(group_files(before, self._contest), group_files(now, self._contest))
        return step_effects(areas, named)

    def _look(self) -> dict[str, Stamp] | None:
        """Return the present entries; None when there are too many to follow, or they cannot be listed."""
        try:
            entries = list_entries(self._workspace.fingerprint())
        except OSError:
            return None
        if entries is None or sum(not stat.S_ISDIR(stamp[1]) for stamp in entries.values()) > MOST_FILES:
            return None
        return entries
