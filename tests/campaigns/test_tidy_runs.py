"""Small promises of a campaign's folder: strays are counted apart, files have one mode, a full disk says what to do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from campaign_runs import campaign, play, write_campaign
from command_line import r3gym_command

from r3gym.campaigns.running import campaign_status
from r3gym.cli.campaign_views import status_lines
from r3gym.records.campaign_folder import read_rows
from r3gym.records.row_file import row_line

R3GYM = str(Path(sys.executable).with_name("r3gym"))


def test_rows_of_no_planned_episode_are_counted_apart(tmp_path: Path) -> None:
    run = tmp_path / "run"
    play(campaign(tmp_path, repeats=2), run)
    rows = (run / "rows.jsonl").read_text("utf-8").splitlines()
    strays = [row_line(next(read_rows(run)).model_copy(update={"id": f"{n:064x}"})).decode() for n in range(3)]
    (run / "rows.jsonl").write_text("\n".join([*rows, *strays, ""]), "utf-8")
    found = campaign_status(run)
    assert (found.total, len(found.tally.done), found.pending, found.tally.strays) == (2, 2, 0, 3)
    assert "2 of 2 episodes done, 0 failed, 0 owed" in status_lines(found, run)
    assert "3 more rows belong to no planned episode and are not counted" in status_lines(found, run)


@pytest.mark.parametrize("umask", [0o022, 0o027, 0o077])
def test_all_files_have_the_mode_of_the_umask(tmp_path: Path, umask: int) -> None:
    given, run = campaign(tmp_path), tmp_path / "run"
    before = os.umask(umask)
    try:
        play(given, run)
    finally:
        os.umask(before)
    files = [path for path in run.rglob("*") if path.is_file()]
    assert {"rows.jsonl", "manifest.json"} < {path.name for path in files}
    assert any(path.parent.parent.name == "records" for path in files)
    assert {path.stat().st_mode & 0o777 for path in files} == {0o666 & ~umask}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 300 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=300k", "none", str(folder)], capture_output=True, check=False
    )
    if made.returncode != 0:
        pytest.skip("this user may not mount a small disk")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_says_how_to_resume(tmp_path: Path, small_disk: Path) -> None:
    file, run = write_campaign(tmp_path, repeats=12), small_disk / "run"
    words = [R3GYM, "campaign", "run", str(file), "--out", str(run), "--workers", "2"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert "No space left on device" in done.stderr
    assert "stopped: free some space, then resume" in done.stderr
    assert f"Resume with: r3gym campaign resume {run}" in done.stderr
    subprocess.run(["mount", "-o", "remount,size=30m", str(small_disk)], check=True)
    again = subprocess.run(
        [r3gym_command(), "campaign", "resume", str(run), "--json"], capture_output=True, text=True, check=False
    )
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["done"] == 12


@pytest.mark.parametrize("verb", ["explain", "parse", "oracle", "judge"])
def test_a_batch_of_nothing_but_errors_ends_with_1(tmp_path: Path, verb: str) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"id": 1}\nnot json\n', "utf-8")
    done = subprocess.run([r3gym_command(), verb, "--batch", str(rows)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert [set(json.loads(line)) for line in done.stdout.splitlines()] == [{"id", "error"}] * 2
    assert f"2 of 2 rows of {rows} are errors" in done.stderr


def test_a_batch_with_one_answer_ends_with_0(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"id": 1, "command": "ls"}\nnot json\n', "utf-8")
    done = subprocess.run(
        [r3gym_command(), "explain", "--batch", str(rows)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert f"1 of 2 rows of {rows} are errors" in done.stderr
