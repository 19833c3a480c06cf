"""Every code block of README.md, CONTRIBUTING.md and docs/ runs: commands in a shell, Python as it stands.

A page is one session in a folder that holds what the page speaks of: the checkout's examples, docs and tools, a
campaign that was played, problems, packages. Addresses of model servers lead to one on loopback.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from command_line import r3gym_command
from doc_blocks import PAGES, TOP, Block, commands, read_blocks
from loopback_model import ScriptedCompletion, calls, model_server, says

ADDRESS = re.compile(r"https?://(?:127\.0\.0\.1:80[08]0|your\.host|host)/v1")
BLOCKS = [block for page in PAGES if (TOP / page).exists() for block in read_blocks(page)]
CONSOLE = [block for block in BLOCKS if block.language in ("console", "bash")]
PYTHON = [block for block in BLOCKS if block.language == "python"]
DATA = [block for block in BLOCKS if block.language in ("toml", "json")]
#: Commands and Python blocks that carry a reason not to be run. A new one is a decision: change the number with it.
NOT_RUN = 37


def pages(blocks: list[Block]) -> list[str]:
    return list(dict.fromkeys(block.page for block in blocks))


def model(body: dict[str, Any]) -> ScriptedCompletion:
    """A model that answers the probe, then hands in at once."""
    offered = {tool["function"]["name"] for tool in body.get("tools") or ()}
    if "note_number" in offered:
        return calls(("note_number", {"number": 7}))
    if offered:
        return calls(("mark_task_complete", {}))
    return says("Problem 1\n\\boxed{7}\n", usage=(20, 10))


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """examples/quick.toml as a reader plays it, once in a run of the tests whichever worker comes first."""
    shared = tmp_path_factory.getbasetemp()
    folder = (shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared) / "documented"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "done").exists():
            (folder / "examples").symlink_to(TOP / "examples")
            shell("r3gym campaign run examples/quick.toml", folder)
            (folder / "done").touch()
    return folder / "runs" / "quick"


@contextmanager
def desk(page: str, folder: Path, played: Path) -> Iterator[str]:
    """Put all that pages speak of into ``folder``; gives the address of a model server."""
    for name in ("examples", "docs", "tools"):
        (folder / name).symlink_to(TOP / name)
    for name in ("runs/quick", "runs/mine", "runs/curves", "runs/contests", "RUN"):
        if name in (TOP / page).read_text("utf-8"):
            shutil.copytree(played, folder / name)
    record = next((played / "records").rglob("*.json"))
    for name in ("play-20261116-101500/code-0-tunnel-001.json", "demo-20261116-101500/math-0-tunnel-001.json"):
        (folder / "runs" / name).parent.mkdir(parents=True)
        shutil.copy(record, folder / "runs" / name)
    problems = [{"id": f"p{n}", "statement": f"What is {n} + 1?", "answer": str(n + 1)} for n in range(6)]
    (folder / "my_problems.jsonl").write_text("".join(json.dumps(row) + "\n" for row in problems))
    package = TOP / "r3gym" / "data" / "embedded-v1" / "code" / "packages" / "hoppoles"
    (folder / "PACKAGE").symlink_to(package)
    shutil.copy(next((package / "submissions" / "accepted").glob("*.cpp")), folder / "solution.cpp")
    with zipfile.ZipFile(folder / "my_contest.zip", "w") as archive:
        for path in package.rglob("*"):
            archive.write(path, Path("hoppoles") / path.relative_to(package))
    (folder / "answer.txt").write_text("7\n")
    (folder / "index.json").write_text(json.dumps({"scanner": 50.0}))
    with model_server(model=model) as server:
        for block in DATA:
            if block.page == page and 'name = "lengths"' in block.text:
                (folder / "lengths.toml").write_text(ADDRESS.sub(server.url, block.text))
        yield server.url


def shell(script: str, folder: Path) -> None:
    """Type the script into a shell where ``r3gym`` and ``python`` are those of this environment."""
    path = f"{r3gym_command().parent}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "MY_KEY": "none", "GLM_KEY": "none"}
    bash = ["bash", "-euo", "pipefail", "-x", "-c", script]
    done = subprocess.run(bash, capture_output=True, text=True, cwd=folder, env=environment, timeout=580)
    assert done.returncode == 0, f"{script}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"


def run_page(page: str, folder: Path, played: Path, *, slow: bool) -> None:
    with desk(page, folder, played) as address:
        for block in CONSOLE:
            if block.page == page:
                chosen = [c.text for c in commands(block) if not c.not_run and bool(c.slow) == slow]
                shell(ADDRESS.sub(address, "\n".join(chosen)), folder)


@pytest.mark.docs
@pytest.mark.parametrize("page", pages(CONSOLE))
def test_commands_run(page: str, tmp_path: Path, played: Path) -> None:
    run_page(page, tmp_path, played, slow=False)


@pytest.mark.slow
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("page", pages([b for b in CONSOLE if any(c.slow for c in commands(b))]))
def test_slow_commands_run(page: str, tmp_path: Path, played: Path) -> None:
    run_page(page, tmp_path, played, slow=True)


@pytest.mark.docs
@pytest.mark.parametrize("page", pages(PYTHON))
def test_python_runs(page: str, tmp_path: Path, played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page share their names, as in a notebook."""
    monkeypatch.chdir(tmp_path)
    for name in ("MY_KEY", "GLM_KEY"):
        monkeypatch.setenv(name, "none")
    names: dict[str, Any] = {"__name__": "__main__"}
    with desk(page, tmp_path, played) as address:
        for block in PYTHON:
            if block.page == page and not block.says("not run"):
                source = "\n" * block.line + ADDRESS.sub(address, block.text)
                exec(compile(source, block.page, "exec"), names)
        for thing in names.values():
            if not isinstance(thing, type) and callable(close := getattr(thing, "close", None)):
                close()


@pytest.mark.parametrize(
    "block", [b for b in BLOCKS if b.language in ("toml", "json")], ids=lambda b: f"{b.page}:{b.line}"
)
def test_data_is_well_formed(block: Block) -> None:
    (tomllib if block.language == "toml" else json).loads(block.text)


def test_every_block_is_of_a_kind_that_is_tested() -> None:
    kinds = {"console", "bash", "python", "toml", "json"}
    written = "docs/agent-texts.md"  # by a tool; tests/tools/test_agent_texts.py compares the whole page
    assert [(b.page, b.line, b.language) for b in BLOCKS if b.language not in kinds and b.page != written] == []
    assert {b.language for b in BLOCKS if b.page == written} == {"text"}


def test_what_is_not_run_is_counted() -> None:
    """The list is printed by ``pytest -rP tests/docs -k counted``."""
    listed = [
        f"{block.page}:{block.line}: {command.text}: {command.not_run}"
        for block in CONSOLE
        for command in commands(block)
        if command.not_run
    ]
    listed += [
        f"{b.page}:{b.line}: {b.text.splitlines()[0]} ...: {b.says('not run')}" for b in PYTHON if b.says("not run")
    ]
    print(*listed, sep="\n")
    assert len(listed) == NOT_RUN, listed
