"""Free commands in a workspace: the interpreter's pipelines become requests to a supervisor."""

from __future__ import annotations

import time
from collections.abc import Callable

from r3gym.sandbox.protocol import CommandRequest, ExitFlag, SupervisorReply
from r3gym.sandbox.results import ExecResult
from r3gym.sandbox.shell import Session, check_reply
from r3gym.shell.interpreter import FreeResult, run_free
from r3gym.shell.running import FreeLimits
from r3gym.shell.stages import StagePlan, StageResult, encode, shell_bytes
from r3gym.shell.tree import Sequence

#: Send a request to the main view (True) or to the passive one, and return the reply and whether memory ran out.
Exchange = Callable[[CommandRequest, bool], tuple[SupervisorReply, bool]]


def run_free_command(
    program: Sequence,
    session: Session,
    limits: FreeLimits,
    stages_path: bytes,
    exchange: Exchange,
    storage_note: Callable[[], str],
) -> ExecResult:
    """Run a judged program in a session and update the session."""

    def run(plan: StagePlan, wall_s: float, cpu_s: float) -> StageResult:
        order = CommandRequest(
            argv=(stages_path,),
            cwd=shell_bytes(plan.cwd),
            environment=tuple(shell_bytes(f"{k}={v}") for k, v in plan.environment.items()),
            stdin=encode(plan),
            wall_s=wall_s,
            cpu_s=cpu_s,
            output_bytes=limits.output_bytes,
        )
        reply, oom = exchange(order, plan.versions)
        return _stage_result(reply, oom, storage_note)

    started = time.monotonic()
    environment = {
        name.decode("utf-8", "surrogateescape"): value.decode("utf-8", "surrogateescape")
        for name, value in session.environment.items()
    }
    result = run_free(program, session.cwd.decode("utf-8", "surrogateescape"), environment, run, limits)
    session.take(result.cwd, result.environment)
    return _result(result, time.monotonic() - started)


def _stage_result(reply: SupervisorReply, oom: bool, storage_note: Callable[[], str]) -> StageResult:
    check_reply(reply)
    kept = reply.head + reply.tail
    return StageResult(
        exit_code=reply.exit_code,
        output=kept,
        lost=reply.output_total - len(kept),
        captured=reply.state,
        timed_out=bool(reply.flags & (ExitFlag.TIMED_OUT | ExitFlag.CPU_OUT)),
        oom=oom or bool(reply.flags & ExitFlag.MEMORY_OUT),
        note=storage_note() if reply.flags & ExitFlag.KILLED else "",
        cpu_s=reply.cpu_s,
    )


def _result(result: FreeResult, wall_s: float) -> ExecResult:
    output = result.output
    if result.stopped:
        output += ("\n" if output and not output.endswith("\n") else "") + f"[stopped: {result.stopped}]\n"
    return ExecResult(
        exit_code=result.exit_code,
        output=output,
        truncated=result.cut,
        timed_out=bool(result.stopped),
        oom=result.oom,
        wall_s=wall_s,
        cpu_s=result.cpu_s,
        escape=bool(result.refused),
    )
