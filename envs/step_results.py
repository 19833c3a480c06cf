"""What a step left behind, as digests by name: the measure by which a replayed step is the one that it repeats.

See `r3gym.models.step_log` for what is made of it. Not compared are the interpreter's caches (`__pycache__`: they hold
the time of their source), times of files, and how long anything took.
"""

from __future__ import annotations

import stat
from collections.abc import Mapping
from dataclasses import replace

from r3gym.core.state import ContestState
from r3gym.envs.effects import Stamp
from r3gym.envs.episode import ActionResult
from r3gym.models.step_log import StepStore, StepTaken
from r3gym.sandbox import FileRefused, Workspace
from r3gym.utils.hashing import hash_bytes, hash_json

#: The most bytes of changed files that are compared; a step that changed more is taken as different.
MOST_BYTES = 64 << 20
#: The most entries that are named one by one; the rest is one digest.
MOST_NAMED = 200
_DIGEST = 16
_Changed = Mapping[str, Stamp | None] | None


def compare_step(
    store: StepStore, result: ActionResult, state: ContestState, workspace: Workspace, changed: _Changed
) -> ActionResult:
    """Hand a step to the store; return it with the output that the contestant is to see.

    ``state`` is the visible state after it, ``changed`` are the entries that it changed (`EffectWatch.changed`).
    """
    effects = result.effects
    taken = StepTaken(
        text=result.text,
        full_output=result.full_output,
        named=() if effects is None else effects.named,
        left=_left(result, state, workspace, changed),
    )
    shown = store.take_step(taken)
    if shown is taken:
        return result
    if effects is not None:
        effects = effects.model_copy(update={"named": shown.named})
    return replace(result, text=shown.text, full_output=shown.full_output, effects=effects)


def _left(
    result: ActionResult, state: ContestState, workspace: Workspace, changed: _Changed
) -> Mapping[str, str] | None:
    """Return what a step left by name; None when that cannot be said."""
    files = _files(workspace, changed)
    if files is None:
        return None
    ran, charge = result.result, result.charge
    exit_status = None if ran is None else (ran.exit_code, ran.timed_out, ran.oom, ran.escape)
    return {
        "charge": _digest((charge.kind.value, charge.category, charge.word)),
        "exit status": _digest(exit_status),
        "shell session": _digest((workspace.cwd, sorted(workspace.variables().items()))),
        "visible state": _digest(
            [state.focus, state.used, [[p.label, p.shelved, p.candidate_version] for p in state.problems]]
        ),
        **files,
    }


def _files(workspace: Workspace, changed: _Changed) -> dict[str, str] | None:
    """Return digests of the changed entries by path; None when one of them may not be read, or they are too large."""
    if changed is None:
        return None
    found, room = dict[str, str](), MOST_BYTES
    for path, stamp in sorted(changed.items()):
        if "/__pycache__/" in path:
            continue
        if stamp is None:
            found[path] = "gone"
            continue
        mode = stamp[1]
        if stat.S_ISDIR(mode):
            found[path] = f"folder {stat.S_IMODE(mode):o}"
            continue
        try:
            data = workspace.read_file(path, room) if stat.S_ISREG(mode) else None
        except FileRefused:
            data = None
        if data is None:
            return None
        room -= len(data)
        found[path] = f"{stat.S_IMODE(mode):o} {hash_bytes(data)[:_DIGEST]}"
    if len(found) <= MOST_NAMED:
        return found
    rest = {path: found.pop(path) for path in sorted(found)[MOST_NAMED:]}
    return {**found, f"{len(rest)} more files": _digest(rest)}


def _digest(value: object) -> str:
    return hash_json(value)[:_DIGEST]
