"""Running: what is owed is played once, failures have a class and no score, caps are measured and frozen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from campaign_runs import campaign, play, puzzle_suite, rows, write_campaign
from loopback_chat import chat_server
from loopback_model import calls, http_error, model_server, says

from r3gym.calibration.calibration_file import read_calibration
from r3gym.campaigns.campaign_file import load_campaign
from r3gym.campaigns.exporting import export_rows
from r3gym.campaigns.prepared import prepare
from r3gym.campaigns.running import campaign_status, reopen
from r3gym.campaigns.store import Store
from r3gym.core.verdict import Outcome
from r3gym.errors import InputError
from r3gym.records import read_record
from r3gym.records.campaign_folder import ROWS
from r3gym.records.rows import Ending, EpisodeRow, FailureClass, RunKind
from r3gym.suites import build_suite

DONE = calls(("mark_task_complete", {}))
EVERYTHING: dict[str, Any] = {
    "kinds": ["baseline", "contest", "curve", "target"],
    "budgets": None,
    "calibration": "measured",
    "schedulers": ["none", "coverage"],
}


def loopback(folder: Path, url: str, **profile: Any) -> list[dict[str, Any]]:
    """An LLM policy whose client gives up at once."""
    fields = {"model": "m", "base_url": url, "tools": "native", "retries": 0, "timeout_s": 20.0, **profile}
    (folder / "loop.toml").write_text("".join(f"{n} = {json.dumps(v)}\n" for n, v in fields.items()), "utf-8")
    return [{"name": "loop", "kind": "llm", "model": "loop.toml"}]


def only(run: Path) -> EpisodeRow:
    (row,) = rows(run)
    return row


def exported(run: Path, name: str = "e.jsonl") -> str:
    export_rows(run, run.parent / name, normalise_times=True)
    return (run.parent / name).read_text("utf-8")


def test_a_whole_campaign_from_baseline_to_targets(tmp_path: Path) -> None:
    made = campaign(tmp_path, **EVERYTHING)
    tally = play(made, tmp_path / "run", workers=4)
    found = rows(tmp_path / "run")
    assert len(tally.done) == len(found) == prepare(made).size() == 1 + 2 * 2 + 6 * 5 + 6
    (baseline,) = [r for r in found if r.kind is RunKind.BASELINE]
    (cell,) = read_calibration(tmp_path / "run" / "budgets.json").cells
    assert cell.natural == str(baseline.spent), "the caps come from the campaign's own baseline"
    for r in found:
        assert r.ending is Ending.FINISHED
        assert r.budget is None or r.spent <= r.budget
        assert len(r.path or "") == r.spent == sum(slot.spent for slot in r.slots)
        assert len(r.slots) == (6 if r.kind in (RunKind.BASELINE, RunKind.CONTEST) else 1)
        assert r.paid_steps == r.spent == sum(slot.paid_steps or 0 for slot in r.slots)
        record = read_record(tmp_path / "run" / str(r.record))
        assert record.ledger is not None
        assert record.ledger.spent == r.spent
        assert record.settings.seed == r.seed
    targets = {r.problem_id: r.slots[0].problem_id for r in found if r.kind is RunKind.TARGET}
    assert len(targets) == 6
    assert all(problem == slot for problem, slot in targets.items())


def test_a_level_whose_cap_is_zero_is_played(tmp_path: Path) -> None:
    profile = {tier: {"fewest": 1, "most": 1, "never": 0.0} for tier in ("easy", "medium", "hard")}
    solver = {"name": "quick", "kind": "scripted", "personality": "tunnel", "profile": profile}
    play(campaign(tmp_path, [solver], **{**EVERYTHING, "kinds": ["baseline", "curve"]}), tmp_path / "run", workers=4)
    zero = [r for r in rows(tmp_path / "run") if r.budget == 0]
    assert {r.pressure for r in zero} == {0.05, 0.1}, "six paid steps in all: both levels round down to nothing"
    assert len(zero) == 2 * 6
    assert all(r.spent == 0 and r.failure is None for r in zero)


def test_resume_neither_repeats_nor_skips(tmp_path: Path) -> None:
    made = campaign(tmp_path, **EVERYTHING)
    play(made, tmp_path / "whole", workers=4)
    play(made, tmp_path / "cut", workers=4)
    lines = (tmp_path / "cut" / ROWS).read_bytes().splitlines(keepends=True)
    kept = lines[:1] + lines[7:20]  # the caps are frozen; some episodes are gone
    (tmp_path / "cut" / ROWS).write_bytes(b"".join(kept) + lines[20][:40])
    play(made, tmp_path / "cut", workers=1)
    after = (tmp_path / "cut" / ROWS).read_bytes().splitlines(keepends=True)
    assert after[: len(kept)] == kept, "what was there is not touched"
    assert len(after) == len(lines)
    assert exported(tmp_path / "cut") == exported(tmp_path / "whole", "w.jsonl")


def test_a_changed_definition_is_refused_and_says_what_changed(tmp_path: Path) -> None:
    play(campaign(tmp_path), tmp_path / "run")
    with pytest.raises(InputError, match=r"made for another campaign: seed changed from 0 to 9.*--out"):
        play(campaign(tmp_path, repeats=2, seed=9), tmp_path / "run")
    with pytest.raises(InputError, match=r"policy scanner: personality changed from \"scanner\" to \"tunnel\""):
        play(campaign(tmp_path, [{"name": "scanner", "kind": "scripted"}]), tmp_path / "run")
    play(campaign(tmp_path, executor={"workers": 1}), tmp_path / "run")  # where it is played is no part of it
    assert reopen(tmp_path / "run").campaign.file.executor.workers == 1
    assert len(rows(tmp_path / "run")) == 1


def test_a_service_that_fails_and_recovers_costs_a_retry_and_no_score(tmp_path: Path) -> None:
    submit = calls(("submit_answer", {"problem": "1", "answer": "0"}))
    with model_server(submit, http_error(500), submit, DONE) as server:
        play(campaign(tmp_path, loopback(tmp_path, server.url)), tmp_path / "run", workers=1)
    row = only(tmp_path / "run")
    assert row.failure is None
    assert row.ending is Ending.FINISHED
    assert row.spend is not None
    assert row.spend.calls == 3, "what the failed attempt used was spent too"


def test_a_service_that_stays_down_is_a_failure_of_the_model_after_the_cap(tmp_path: Path) -> None:
    made = campaign(tmp_path, loopback(tmp_path, "http://127.0.0.1:9/v1"), attempts=2)
    tally = play(made, tmp_path / "run", workers=1)
    row = only(tmp_path / "run")
    assert row.failure is not None
    assert (row.failure.kind, row.failure.attempts) == (FailureClass.MODEL, 2)
    assert row.slots == ()
    assert tally.mean_score is None
    assert "127.0.0.1" not in (tmp_path / "run" / ROWS).read_text("utf-8"), "no address in results"
    play(made, tmp_path / "run", workers=1)
    assert len(rows(tmp_path / "run")) == 1, "a failure is not played again by itself"
    with model_server(DONE) as server:
        loopback(tmp_path, server.url)
        play(load_campaign(tmp_path / "campaign.toml"), tmp_path / "run", retry_failed=True)
    assert [r.failure is None for r in rows(tmp_path / "run")] == [False, True]
    assert campaign_status(tmp_path / "run").tally.failed == {}
    assert json.loads(exported(tmp_path / "run"))["failure"] is None, "the result replaces the failure"


def test_a_judge_that_fails_gives_zero_and_its_reason_and_nothing_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("R3GYM_CACHE_DIR", str(tmp_path / "verdicts"))
    pool = tmp_path / "pool.jsonl"
    pool.write_text("".join(json.dumps({"id": f"p{n}", "statement": "?", "answer": "1"}) + "\n" for n in range(6)))
    build_suite(pool, "math", tmp_path / "suite")
    solver = {"name": "s", "kind": "scripted", "personality": "tunnel"}
    with chat_server(model=lambda _: http_error(500)) as server:
        judge = {"judge": "llm", "model": "j", "base_url": server.url, "retries": 0}
        made = campaign(tmp_path, [solver], judges={"math": judge}, domains=["math"], budgets=[1], attempts=3)
        tally = play(made, tmp_path / "run", workers=1)
        assert len(server.questions) == 1, "one answer, asked about once"
    row = only(tmp_path / "run")
    assert (row.failure, row.score, row.awaiting) == (None, 0, 1)
    (slot,) = [slot for slot in row.slots if slot.verdict is not None]
    assert (slot.verdict, slot.correct) == (Outcome.JUDGE_ERROR, False)
    assert "500" in str(slot.diagnostic)
    assert (tally.awaiting, tally.awaiting_episodes, tally.contests) == (1, 1, 1)


def test_a_sandbox_that_cannot_open_is_a_failure_of_the_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere.sock")
    play(campaign(tmp_path, sandbox="docker", attempts=1), tmp_path / "run", workers=1)
    failure = only(tmp_path / "run").failure
    assert failure is not None
    assert failure.kind is FailureClass.SANDBOX


def test_how_an_episode_ended(tmp_path: Path) -> None:
    look = calls(("bash_command", {"command": "ls"}))
    with model_server(model=lambda _: look) as server:
        policies = loopback(tmp_path, server.url)
        limits = {"free_step_cap": 3}
        kinds = ["contest", "baseline"]
        play(campaign(tmp_path, policies, kinds=kinds, limits=limits), tmp_path / "caps", workers=1)
    assert {r.kind: r.ending for r in rows(tmp_path / "caps")} == {
        RunKind.CONTEST: Ending.STEP_CAP,
        RunKind.BASELINE: Ending.SAFETY_CAP,
    }
    with model_server(model=lambda _: says("I would rather talk")) as server:
        play(campaign(tmp_path, loopback(tmp_path, server.url)), tmp_path / "gave_up", workers=1)
    assert only(tmp_path / "gave_up").ending is Ending.GAVE_UP
    with model_server(look, model=lambda _: look) as server:
        slow = campaign(tmp_path, loopback(tmp_path, server.url), limits={"wall_clock_s": 0.001})
        play(slow, tmp_path / "slow", workers=1)
    assert only(tmp_path / "slow").ending is Ending.WALL_CLOCK


def test_how_a_completion_ended(tmp_path: Path) -> None:
    fields = {"settings": ["tool_free"], "kinds": ["baseline", "contest"], "budgets": [50]}
    endings = {}
    for finish in ("stop", "length"):
        with model_server(model=lambda _, f=finish: says("1: 0", finish=f, usage=(9, 7))) as server:  # type: ignore[misc]
            play(campaign(tmp_path, loopback(tmp_path, server.url), **fields), tmp_path / finish, workers=1)
        endings[finish] = [r.ending for r in rows(tmp_path / finish)]
        assert {r.spent for r in rows(tmp_path / finish)} == {7}
    assert endings == {"stop": [Ending.FINISHED] * 2, "length": [Ending.SAFETY_CAP, Ending.CUT]}


def test_a_baseline_that_never_completes_cannot_be_calibrated_with(tmp_path: Path) -> None:
    with model_server(model=lambda _: says("words")) as server:
        made = campaign(tmp_path, loopback(tmp_path, server.url), **EVERYTHING)
        with pytest.raises(InputError, match=r"no unbudgeted contest completed \(1 gave_up\)"):
            play(made, tmp_path / "run", workers=1)
    assert len(rows(tmp_path / "run")) == 1
    assert not (tmp_path / "run" / "budgets.json").exists()


@pytest.mark.parametrize(("records", "kept"), [("all", 1), ("failed", 0), ("none", 0)])
def test_records_are_kept_as_asked(tmp_path: Path, records: str, kept: int) -> None:
    play(campaign(tmp_path, records=records), tmp_path / "run")
    assert len(list((tmp_path / "run" / "records").rglob("*.json"))) == kept
    assert (only(tmp_path / "run").record is None) == (kept == 0)


def test_published_caps_and_calibration_files(tmp_path: Path) -> None:
    made = campaign(tmp_path, budgets=None, calibration="published:GLM-5.2", kinds=["contest"])
    play(made, tmp_path / "paper")
    assert {r.pressure: r.budget for r in rows(tmp_path / "paper")} == {0.2: 2, 0.8: 8}
    (tmp_path / "paper" / "budgets.json").rename(tmp_path / "caps.json")
    play(campaign(tmp_path, budgets=None, calibration="caps.json", kinds=["contest"]), tmp_path / "file")
    assert {r.pressure: r.budget for r in rows(tmp_path / "file")} == {0.2: 2, 0.8: 8}
    other = campaign(tmp_path, [{"name": "other", "kind": "scripted"}], budgets=None, calibration="caps.json")
    with pytest.raises(
        InputError, match=r"no calibration of policy 'other' in agentic ar \(there are cells of scanner\)"
    ):
        play(other, tmp_path / "other")


def test_a_key_that_is_not_there_is_told_before_anything_is_played(tmp_path: Path) -> None:
    made = campaign(tmp_path, loopback(tmp_path, "http://127.0.0.1:9/v1", api_key_env="NO_SUCH_KEY_HERE"))
    with pytest.raises(InputError, match="NO_SUCH_KEY_HERE"), Store(tmp_path / "run"):
        play(made, tmp_path / "other")
    assert not (tmp_path / "other" / "manifest.json").exists()


def test_a_folder_moves_and_its_campaign_file_may_be_gone(tmp_path: Path) -> None:
    puzzle_suite(tmp_path)
    file = write_campaign(tmp_path)
    play(load_campaign(file), tmp_path / "run")
    file.unlink()
    (tmp_path / "run").rename(tmp_path / "moved")
    assert campaign_status(tmp_path / "moved").pending == 0
    play(reopen(tmp_path / "moved").campaign, tmp_path / "moved")
    assert len(rows(tmp_path / "moved")) == 1


def test_caps_that_cannot_be_found_are_told_before_the_baseline_is_played(tmp_path: Path) -> None:
    fields: dict[str, Any] = {"budgets": None, "kinds": ["baseline", "contest"]}
    for calibration, said in (("published:Nobody", "publishes caps for"), ("lost.json", r"lost\.json: cannot be read")):
        with pytest.raises(InputError, match=said):
            play(campaign(tmp_path, calibration=calibration, **fields), tmp_path / "run")
    assert not (tmp_path / "run" / "manifest.json").exists()


def test_each_policy_may_have_a_calibration_of_its_own(tmp_path: Path) -> None:
    policies = [
        {"name": "mine", "kind": "scripted", "personality": "scanner", "calibration": "measured"},
        {"name": "paper", "kind": "scripted", "personality": "scanner", "calibration": "published:GPT-5.5"},
    ]
    fields: dict[str, Any] = {"budgets": None, "kinds": ["baseline", "contest"], "pressures": [0.2]}
    play(campaign(tmp_path, policies, **fields), tmp_path / "run", workers=4)
    found = rows(tmp_path / "run")
    (used,) = [r.spent for r in found if r.policy == "mine" and r.kind is RunKind.BASELINE]
    caps = {r.policy: r.budget for r in found if r.kind is RunKind.CONTEST}
    assert caps == {"mine": int(used * 0.2 + 0.5), "paper": 2}
