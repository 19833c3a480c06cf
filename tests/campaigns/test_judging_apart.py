"""Judging is apart from playing: a judge that fails costs no call of a model, and its answers are judged later."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from campaign_runs import play, r3gym, rows
from judged_campaigns import PROBLEMS, answers_of, code_suite, judged_campaign, math_suite
from loopback_chat import ChatServer, Question, chat_server, honest
from loopback_model import ModelServer, Reply, ScriptedCompletion, http_error, model_server
from paid_campaigns import start

from r3gym.campaigns.bill_file import read_bill
from r3gym.campaigns.campaign_file import load_campaign
from r3gym.campaigns.judging_run import find_episodes, run_judging
from r3gym.campaigns.playing import make_task, play_task
from r3gym.campaigns.prepared import prepare
from r3gym.campaigns.running import campaign_status
from r3gym.campaigns.store import Store, read_plan
from r3gym.core.verdict import Outcome
from r3gym.records import EpisodeRecord, read_record
from r3gym.records.rows import EpisodeRow, Failure, FailureClass
from r3gym.records.writing import write_record


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("R3GYM_CACHE_DIR", str(tmp_path / "verdicts"))


class SwitchedJudge:
    """A model judge that can be down, or hold every question until it is let go."""

    def __init__(self) -> None:
        self.up, self.free = True, threading.Event()
        self.free.set()

    def __call__(self, question: Question) -> Reply:
        self.free.wait(60)
        return honest(question) if self.up else http_error(500)


@pytest.fixture
def judge_model() -> SwitchedJudge:
    return SwitchedJudge()


@pytest.fixture
def judge(judge_model: SwitchedJudge) -> Iterator[ChatServer]:
    with chat_server(model=judge_model) as server:
        yield server
        judge_model.free.set()


@pytest.fixture
def model(tmp_path: Path) -> Iterator[ModelServer]:
    math_suite(tmp_path)
    with model_server(model=answers_of(tmp_path)) as server:
        yield server


def records(run: Path) -> list[Path]:
    return sorted((run / "records").rglob("*.json"))


def the_record(run: Path) -> EpisodeRecord:
    (path,) = records(run)
    return read_record(path)


def outcomes(row: EpisodeRow) -> list[Outcome | None]:
    return [slot.verdict for slot in row.slots]


def judged_again(run: Path, **options: bool) -> object:
    with Store(run) as store:
        return run_judging(find_episodes(run, **options), store, 2)


def test_a_judge_that_is_down_voids_nothing_and_its_answers_are_judged_when_it_is_up(
    tmp_path: Path, model: ModelServer, judge: ChatServer, judge_model: SwitchedJudge
) -> None:
    file, run = judged_campaign(tmp_path, model.url, "math", judge, repeats=2), tmp_path / "run"
    judge_model.up = False
    played = r3gym("campaign", "run", file, "--out", run, "--no-check")
    assert played.returncode == 1, played.stderr
    assert "4 answers of 2 episodes await judging; they count zero until then" in played.stdout
    assert f"r3gym campaign judge {run}" in played.stdout.replace("\n", "")
    assert len(model.requests) == 2
    assert [outcomes(row) for row in rows(run)] == [[Outcome.JUDGE_ERROR] * PROBLEMS] * 2
    assert all(row.failure is None and row.score == 0 and "500" in str(row.slots[0].diagnostic) for row in rows(run))

    assert r3gym("campaign", "judge", run).returncode == 1, "it is still down"
    assert len(rows(run)) == 2, "the same verdicts make no new rows"

    judge_model.up, booked = True, read_bill(run).judges.requests
    planned = json.loads(r3gym("campaign", "judge", run, "--dry-run", "--json").stdout)
    assert (planned["episodes"], planned["answers"]) == (2, 4)
    done = r3gym("campaign", "judge", run)
    assert done.returncode == 0, done.stderr
    assert "4 answers of 2 episodes judged, 4 verdicts changed, 2 rows written" in done.stdout
    assert "mean contest score from 0.000 to 2.000" in done.stdout
    assert len(model.requests) == 2, "nothing was bought again"
    assert read_bill(run).judges.requests >= booked + 4, "the judge's calls are on the campaign's bill"
    tally = campaign_status(run).tally
    assert (tally.awaiting, tally.mean_score, tally.calls, len(tally.done)) == (0, 2.0, 2, 2)
    for path in records(run):
        (earlier,) = read_record(path).earlier_verdicts
        assert [p.verdict for p in earlier.result.problems] == [Outcome.JUDGE_ERROR] * PROBLEMS
    (noted,) = [json.loads(line) for line in (run / "judgings.jsonl").read_text().splitlines()][1:]
    assert (noted["verdicts_changed"], noted["mean_score"], noted["again"]) == (4, [0.0, 2.0], False)
    assert r3gym("campaign", "status", run).returncode == 0


def test_an_unreachable_judge_is_found_before_the_first_call(
    tmp_path: Path, model: ModelServer, judge: ChatServer, judge_model: SwitchedJudge
) -> None:
    file = judged_campaign(tmp_path, model.url, "math", judge)
    judge_model.up = False
    refused = r3gym("campaign", "run", file, "--out", tmp_path / "run")
    assert refused.returncode == 2
    assert "judge of math: the model judge j: " in refused.stderr
    assert not model.requests
    assert not (tmp_path / "run").exists()
    judge_model.up = True
    assert r3gym("campaign", "run", file, "--out", tmp_path / "run").returncode == 0


@pytest.mark.parametrize("verb", ["resume", "judge"])
def test_a_kill_during_judging_leaves_an_episode_that_is_judged_and_not_played_again(
    tmp_path: Path, model: ModelServer, judge: ChatServer, judge_model: SwitchedJudge, verb: str
) -> None:
    file, run = judged_campaign(tmp_path, model.url, "math", judge), tmp_path / "run"
    judge_model.free.clear()
    process = start("campaign", "run", file, "--out", run, "--no-check")
    deadline = time.monotonic() + 120
    while not judge.questions and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    process.kill()
    process.communicate()
    assert judge.questions, "it was killed while it was judging"
    assert rows(run) == []
    record = the_record(run)
    assert record.result is not None
    assert [p.verdict for p in record.result.problems] == [Outcome.UNJUDGED] * PROBLEMS
    judge_model.free.set()
    done = r3gym("campaign", verb, run)
    assert done.returncode == 0, done.stderr
    (row,) = rows(run)
    assert (row.score, row.awaiting, row.rejudged) == (2, 0, 0)
    assert row.spend is not None
    assert (len(model.requests), row.spend.calls) == (1, 1)
    assert the_record(run).earlier_verdicts == (), "unjudged is no verdict"
    assert r3gym("campaign", "resume", run).returncode == 0
    assert len(model.requests) == 1


def test_answers_left_unjudged_by_a_stop_say_so_and_the_next_run_judges_them(
    tmp_path: Path, model: ModelServer, judge: ChatServer
) -> None:
    campaign = load_campaign(judged_campaign(tmp_path, model.url, "math", judge))
    prepared, run = prepare(campaign), tmp_path / "run"
    play(campaign, run, workers=1)
    (episode,), whole = list(read_plan(run)), rows(run)
    task = make_task(campaign, prepared.suite_of(episode), episode)
    unjudged = play_task(task).record
    assert unjudged is not None
    stopped = play_task(replace(task, played=unjudged), stopping=lambda: True)
    assert stopped.row is not None
    assert outcomes(stopped.row) == [Outcome.UNJUDGED] * PROBLEMS
    (run / "rows.jsonl").unlink()
    with Store(run) as store:
        store.add(stopped.row, stopped.record)
    assert campaign_status(run).tally.judge_faults == {"not judged yet": PROBLEMS}
    asked = len(model.requests)
    tally = play(campaign, run, workers=1)
    assert len(model.requests) == asked
    assert (tally.awaiting, tally.score) == (0, 2)
    assert rows(run)[-1].slots == whole[0].slots


def test_removed_hidden_tests_are_named_before_the_first_call_and_judged_once_they_are_back(tmp_path: Path) -> None:
    code_suite(tmp_path)
    run, secret = tmp_path / "run", tmp_path / "suite" / "packages" / "c1" / "data" / "secret"
    solve = answers_of(tmp_path)

    def lose_tests(body: dict[str, Any]) -> ScriptedCompletion:
        secret.rename(tmp_path / "aside")
        return solve(body)

    with model_server(lose_tests, model=solve) as model:
        file = judged_campaign(tmp_path, model.url, "code")
        secret.rename(tmp_path / "aside")
        refused = r3gym("campaign", "run", file, "--out", run)
        assert refused.returncode == 2
        assert "code, suite suite: c1: the key cannot be read" in refused.stderr
        assert "Fix: " in refused.stderr
        assert not model.requests
        (tmp_path / "aside").rename(secret)
        assert r3gym("campaign", "run", file, "--out", run).returncode == 1, "the tests went while it played"
        (row,) = rows(run)
        assert {slot.problem_id: slot.verdict for slot in row.slots} == {"c0": "accepted", "c1": "judge_error"}
        (tmp_path / "aside").rename(secret)
        assert r3gym("campaign", "retry", run, "--failed").returncode == 0
        assert len(model.requests) == 1
    assert [row.score for row in rows(run)] == [1, 2]


def test_a_corrected_key_means_judging_again_and_not_playing_again(tmp_path: Path, model: ModelServer) -> None:
    math_suite(tmp_path, ("10", "21"))
    campaign, run = load_campaign(judged_campaign(tmp_path, model.url, "math")), tmp_path / "run"
    assert play(campaign, run).mean_score == 1
    assert find_episodes(run).episodes == (), "every answer has a verdict"
    math_suite(tmp_path)
    summary = judged_again(run, again=True)
    assert (summary.changed, summary.before, summary.after) == (1, 1.0, 2.0)  # type: ignore[attr-defined]
    first, last = rows(run)
    assert (first.id, first.score, last.score, last.rejudged) == (last.id, 1, 2, 1)
    assert first.spend == last.spend
    assert campaign_status(run).tally.calls == len(model.requests) == 1
    assert the_record(run).earlier_verdicts[0].result.score == 1
    assert judged_again(run, again=True).changed == 0  # type: ignore[attr-defined]
    assert len(rows(run)) == 2, "what says the same is not written again"


def test_another_judge_is_recorded_and_the_earlier_verdicts_stay_visible(
    tmp_path: Path, model: ModelServer, judge: ChatServer, judge_model: SwitchedJudge
) -> None:
    run = tmp_path / "run"
    play(load_campaign(judged_campaign(tmp_path, model.url, "math")), run)
    other = tmp_path / "other.toml"
    other.write_text(f'[math]\njudge = "llm"\nmodel = "j"\nbase_url = "{judge.url}"\nretries = 0\n')
    judge_model.up = False
    failed = r3gym("campaign", "judge", run, "--again", "--judges", other)
    assert "2 answers could not be judged again; their earlier verdicts stand" in failed.stdout
    assert [row.score for row in rows(run)] == [2]
    judge_model.up = True
    agreed = r3gym("campaign", "judge", run, "--again", "--judges", other)
    assert agreed.returncode == 0
    assert "2 answers of 1 episodes judged, 0 verdicts changed, 1 rows written" in agreed.stdout
    assert [row.judges for row in rows(run)] == [("math-offline",), ("math-llm/1:j",)]
    record = the_record(run)
    assert record.judged_by is not None
    assert (record.judged_by["math"]["judge"], record.judged_by["math"]["model"]) == ("llm", "j")
    assert record.earlier_verdicts[0].judges == record.settings.judges
    assert judge.url not in json.dumps(record.model_dump(mode="json"))
    assert len(model.requests) == 1


def test_judging_everything_again_goes_on_after_an_interrupt(tmp_path: Path, model: ModelServer) -> None:
    run, seen = tmp_path / "run", []
    play(load_campaign(judged_campaign(tmp_path, model.url, "math", repeats=3)), run)
    stop = threading.Event()
    with Store(run) as store:
        summary = run_judging(find_episodes(run, again=True), store, 1, stop=stop, watch=lambda _: stop.set())
    assert (summary.episodes, summary.stopped) == (1, True)
    with Store(run) as store:
        rest = run_judging(find_episodes(run, again=True), store, 1, watch=lambda s: seen.append(s.episodes))
    assert (rest.episodes, rest.stopped, seen) == (2, False, [1, 2])
    assert not (run / "judging.open").exists()


def test_an_episode_that_an_older_version_failed_for_its_judge_is_judged_by_retry(
    tmp_path: Path, model: ModelServer, judge: ChatServer, judge_model: SwitchedJudge
) -> None:
    run = tmp_path / "run"
    judge_model.up = False
    play(load_campaign(judged_campaign(tmp_path, model.url, "math", judge)), run)
    (row,) = rows(run)
    failure = Failure(kind=FailureClass.JUDGE, message="1: down", attempts=3)
    (run / "rows.jsonl").write_text(
        row.model_copy(update={"slots": (), "ending": None, "failure": failure}).model_dump_json() + "\n"
    )
    judge_model.up = True
    assert r3gym("campaign", "retry", run, "--failed").returncode == 0
    assert [found.score for found in rows(run)] == [0, 2]
    assert len(model.requests) == 1


def test_changed_statements_cannot_be_judged(tmp_path: Path, model: ModelServer) -> None:
    run = tmp_path / "run"
    play(load_campaign(judged_campaign(tmp_path, model.url, "math")), run)
    manifest = run / "manifest.json"
    fields = json.loads(manifest.read_text())
    fields["suites"][0]["problem_hashes"]["m1"] = "0" * 64
    del fields["checksum"]
    manifest.write_text(json.dumps(fields))
    refused = r3gym("campaign", "judge", run, "--again")
    assert refused.returncode == 2
    assert "m1: other statements than those that were played" in refused.stderr.replace("\n", " ")


def test_a_record_that_lost_its_row_between_the_two_writes_gets_it(tmp_path: Path, model: ModelServer) -> None:
    run = tmp_path / "run"
    math_suite(tmp_path, ("10", "21"))
    play(load_campaign(judged_campaign(tmp_path, model.url, "math")), run)
    math_suite(tmp_path)
    written = (run / "rows.jsonl").read_bytes()
    judged_again(run, again=True)
    (run / "rows.jsonl").write_bytes(written)  # killed after the record, before the row
    judged_again(run, again=True)
    assert [row.score for row in rows(run)] == [1, 2]
    write_record(records(run)[0], the_record(run).model_copy(update={"answers": None}))
    assert find_episodes(run).episodes == ()
