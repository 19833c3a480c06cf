"""Apply the patch of ``apply_patch`` to the files of a sandbox, by reading and writing them with `cat`."""

from __future__ import annotations

import posixpath

from r3gym.shell.patch_text import PatchError, files_after, files_read, read_patch
from r3gym.shell.running import PipelineRunner
from r3gym.shell.stages import RedirectionKind, Stage, StageKind, StageRedirection
from r3gym.shell.state import ShellState
from r3gym.shell.tool_checks import in_workspace


def apply_patch(text: str, state: ShellState, pipelines: PipelineRunner) -> None:
    """Read the files that a patch names, then write them all; a patch that does not fit changes nothing."""
    try:
        patches = read_patch(text)
        outside = [p for patch in patches for p in (patch.path, patch.target) if p and not in_workspace(p, state.cwd)]
        if outside:
            raise PatchError(f"{outside[0]}: not a file of the workspace")
        before = {path: _read(path, state, pipelines) for path in files_read(patches)}
        after = files_after(patches, before)
    except PatchError as error:
        pipelines.say(f"apply_patch: {error}\n")
        state.status = 1
        return
    for path, content in after.items():
        _write(path, content, state, pipelines)
    pipelines.say("".join(f"{'removed' if content is None else 'wrote'} {path}\n" for path, content in after.items()))


def _read(path: str, state: ShellState, pipelines: PipelineRunner) -> str:
    with pipelines.captured() as pieces:
        pipelines.run((Stage(StageKind.EXECUTE, ("cat", "--", path)),), state)
    if state.status:
        raise PatchError(f"{path}: cannot be read")
    return b"".join(pieces).decode("utf-8", "surrogateescape")


def _write(path: str, content: str | None, state: ShellState, pipelines: PipelineRunner) -> None:
    if content is None:
        pipelines.run((Stage(StageKind.EXECUTE, ("rm", "-f", "--", path)),), state)
        return
    folder = posixpath.dirname(path)
    if folder:
        pipelines.run((Stage(StageKind.EXECUTE, ("mkdir", "-p", "--", folder)),), state)
    data = StageRedirection(0, RedirectionKind.DATA, content)
    file = StageRedirection(1, RedirectionKind.WRITE, path)
    pipelines.run((Stage(StageKind.EXECUTE, ("cat",), (data, file)),), state)
