"""The contestant's files at the end of an episode, when they lie in several areas of the sandbox."""

from __future__ import annotations

from dataclasses import replace

from known_domains import CODE

from r3gym.core.contest import Contest
from r3gym.core.domain import scratch_area
from r3gym.core.problem import Problem
from r3gym.envs.contest_workspace import open_contest_workspace
from r3gym.envs.scratch import collect_scratch
from r3gym.sandbox import Limits

PROBLEM = Problem("p", "code", "t", "add two numbers")


def test_files_of_every_area_are_listed_once() -> None:
    contest = Contest("c", CODE, tuple(replace(PROBLEM, id=f"p{n}") for n in range(2)))
    first, second = contest.labels
    kept = [path for label in contest.labels for path in (scratch_area(label), CODE.artifact(label))]
    with open_contest_workspace("bubblewrap", Limits(memory_mb=512, storage_mb=512), contest) as workspace:
        workspace.write_file("/app/common.txt", b"same everywhere")
        workspace.write_file("/app/edited.txt", b"before")
        for label in (first, second):
            workspace.enter(label, kept=kept, home=scratch_area(label))
            workspace.run(f"echo {label} > /app/own.txt; echo {label} > /app/problem_{label}/note; echo x > /tmp/t", 20)
        workspace.run("echo after > /app/edited.txt", 20)
        scratch, texts = collect_scratch(workspace, contest, [CODE.artifact(label) for label in contest.labels])
    found = {(file.path, file.area): texts[file.content or ""] for file in scratch.files}
    assert found == {
        ("/app/common.txt", None): "same everywhere",
        ("/app/edited.txt", None): "after\n",
        ("/app/edited.txt", ""): "before",
        ("/app/own.txt", None): f"{second}\n",
        ("/app/own.txt", first): f"{first}\n",
        (f"/app/problem_{first}/note", None): f"{first}\n",
        (f"/app/problem_{second}/note", None): f"{second}\n",
    }
    assert scratch.left_out == 0
