"""``r3gym campaign`` and ``r3gym calibrate`` as a stranger uses them: a real process each time."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from campaign_runs import campaign, play, r3gym, write_campaign

from r3gym.campaigns.store import Store
from r3gym.cli import main
from r3gym.records.campaign_folder import ROWS

BASELINE = {"kinds": ["baseline", "contest"], "budgets": None, "calibration": "measured"}


def test_run_status_export_and_calibrate(tmp_path: Path) -> None:
    file, run = write_campaign(tmp_path, **BASELINE), tmp_path / "run"
    ran = r3gym("campaign", "run", file, "--out", run, "--json")
    assert ran.returncode == 0, ran.stderr
    said = json.loads(ran.stdout)
    assert (said["total"], said["done"], said["failed"], said["owed"]) == (3, 3, 0, 0)
    assert json.loads(r3gym("campaign", "status", run, "--json").stdout) == said
    again = r3gym("campaign", "run", file, "--out", run, "--json")
    assert json.loads(again.stdout) == said, "a finished campaign has nothing left to play"

    assert r3gym("campaign", "export", run, "--out", tmp_path / "rows.csv").returncode == 0
    with (tmp_path / "rows.csv").open(newline="") as lines:
        table = list(csv.DictReader(lines))
    assert [line["kind"] for line in table] == ["baseline", "contest", "contest"]
    assert all(json.loads(line["slots"]) for line in table)

    found = r3gym("calibrate", run, "--pressure", "0.5", "--out", tmp_path / "caps.json", "--json")
    (cell,) = json.loads(found.stdout)["cells"]
    used = int(table[0]["used"])
    assert (cell["natural"], cell["completed"]) == (str(used), 1)
    assert cell["contest"] == {"0.5": int(used * 0.5 + 0.5)}
    assert json.loads((tmp_path / "caps.json").read_text())["cells"] == [cell]
    r3gym("campaign", "export", run, "--out", tmp_path / "rows.jsonl")
    assert r3gym("calibrate", tmp_path / "rows.jsonl", "--pressure", "0.5", "--json").stdout == found.stdout


def test_a_dry_run_prints_the_matrix_and_writes_nothing(tmp_path: Path) -> None:
    file = write_campaign(tmp_path, **{**BASELINE, "kinds": ["baseline", "contest", "curve", "target"]})
    before = sorted(tmp_path.rglob("*"))
    dry = r3gym("campaign", "run", file, "--out", tmp_path / "run", "--dry-run", "--json", cwd=tmp_path)
    said = json.loads(dry.stdout)
    assert (said["episodes"], said["output_tokens"]) == (1 + 2 + 30 + 6, 0)
    assert said["matrix"][1]["levels"] == ["0.2=?", "0.8=?"], "caps are not known before the baseline"
    assert r3gym("campaign", "run", file, "--dry-run", cwd=tmp_path).returncode == 0
    assert sorted(tmp_path.rglob("*")) == before


def test_an_estimate_says_where_it_comes_from(tmp_path: Path) -> None:
    model = [{"name": "m", "kind": "llm", "model": "x", "base_url": "http://127.0.0.1:9/v1"}]
    file = write_campaign(tmp_path, model, settings=["tool_free", "agentic"], budgets=[70])
    free, agentic = json.loads(r3gym("campaign", "run", file, "--dry-run", "--json", cwd=tmp_path).stdout)["matrix"]
    assert (free["output_tokens"], free["seconds"]) == (70, None)
    assert "at most the budgets" in free["source"]
    assert (agentic["output_tokens"], agentic["seconds"]) == (None, None)
    assert agentic["source"].startswith("unknown")

    play(campaign(tmp_path), tmp_path / "run")
    words = ("campaign", "run", tmp_path / "campaign.toml", "--out", tmp_path / "new", "--dry-run", "--json")
    (line,) = json.loads(r3gym(*words, "--like", tmp_path / "run").stdout)["matrix"]
    assert line["seconds"] > 0
    assert line["source"].startswith("rows of the same kind")


def test_failures_are_listed_and_the_exit_code_says_so(tmp_path: Path) -> None:
    profile = 'model = "m"\nbase_url = "http://127.0.0.1:9/v1"\nretries = 0\ntools = "native"\n'
    (tmp_path / "loop.toml").write_text(profile)
    file = write_campaign(tmp_path, [{"name": "m", "kind": "llm", "model": "loop.toml"}], attempts=1)
    ran = r3gym("campaign", "run", file, "--out", tmp_path / "run")
    assert ran.returncode == 1
    assert "0 of 1 episodes done, 1 failed, 0 owed" in ran.stdout
    assert "Failed, not scored: 1 model" in ran.stdout
    assert f"campaign retry {tmp_path / 'run'} --failed" in "".join(ran.stdout.split("\n"))
    assert r3gym("campaign", "status", tmp_path / "run").returncode == 1
    missing = tmp_path / "missing.jsonl"
    r3gym("campaign", "export", tmp_path / "run", "--out", tmp_path / "rows.jsonl", "--missing", missing)
    assert [json.loads(line)["kind"] for line in missing.read_text().splitlines()] == ["contest"]
    assert r3gym("campaign", "retry", tmp_path / "run", "--failed").returncode == 1
    assert len((tmp_path / "run" / ROWS).read_text().splitlines()) == 2, "tried again, and noted"


def test_a_torn_line_is_told_and_owed(tmp_path: Path) -> None:
    play(campaign(tmp_path, repeats=2), tmp_path / "run")
    text = (tmp_path / "run" / ROWS).read_bytes()
    (tmp_path / "run" / ROWS).write_bytes(text[:-30])
    said = r3gym("campaign", "status", tmp_path / "run").stdout
    assert "1 of 2 episodes done, 0 failed, 1 owed" in said
    assert "incomplete" in said
    resumed = r3gym("campaign", "resume", tmp_path / "run")
    assert resumed.returncode == 0
    assert "its episode is owed" in " ".join(resumed.stderr.split())
    assert "2 of 2 episodes done" in resumed.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("campaign", "run", "nowhere.toml"), "nowhere.toml: cannot be read"),
        (("campaign", "status", "."), "no campaign's folder"),
        (("campaign", "resume", "."), "no campaign's folder"),
        (("campaign", "export", ".", "--out", "x.jsonl"), "no campaign's folder"),
        (("campaign", "export", ".", "--out", "x.txt"), "ends in .jsonl or .csv"),
        (("campaign", "retry", "."), "say --failed"),
        (("campaign", "run", "campaign.toml", "--like", "."), "--like is only valid with --dry-run"),
        (("campaign", "run", "campaign.toml", "--dry-run", "--like", "."), "no campaign's folder"),
        (("calibrate",), "give either a campaign's folder, or --published"),
        (("calibrate", "."), "no campaign's folder"),
        (("calibrate", "campaign.toml"), "rows that `r3gym campaign export` wrote"),
        (("calibrate", "bad.jsonl"), "bad.jsonl, line 1: id: Field required"),
        (("calibrate", "--published", "--pressure", "-1"), "a number above 0"),
    ],
)
def test_a_wrong_call_says_what_and_why(
    tmp_path: Path,
    words: tuple[str, ...],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_campaign(tmp_path)
    (tmp_path / "bad.jsonl").write_text("{}\n")
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["r3gym", *words])
    with pytest.raises(SystemExit) as ended:
        main.run()
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == before, "a wrong call leaves nothing behind"


def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    file = write_campaign(tmp_path)
    with Store(tmp_path / "run"):
        done = r3gym("campaign", "run", file, "--out", tmp_path / "run")
    assert done.returncode == 2
    assert "another runner is writing here" in done.stderr


def test_published_caps_are_printed(tmp_path: Path) -> None:
    cells = json.loads(r3gym("calibrate", "--published", "--json", cwd=tmp_path).stdout)["cells"]
    assert len(cells) == 36
    glm = next(c for c in cells if (c["policy"], c["setting"], c["domain"]) == ("GLM-5.2", "agentic", "code"))
    assert glm["contest"] == {"0.2": 7, "0.8": 28}
    assert glm["curve"] == {"0.05": 1, "0.1": 3, "0.2": 7, "0.4": 14, "0.8": 28}
