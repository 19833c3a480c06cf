"""Work that was paid for is never bought twice: an episode that was stopped goes on from its last stored reply."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from campaign_runs import play, r3gym, rows
from loopback_model import http_error, model_server
from paid_campaigns import RANDOM, RANDOM_FILE, TURNS, after_requests, by_turn, paid_campaign, start, write_profile

from r3gym.campaigns.campaign_file import load_campaign
from r3gym.campaigns.exporting import export_rows
from r3gym.campaigns.running import campaign_status
from r3gym.models.turn_events import read_events, to_line
from r3gym.records import read_record

WORKERS = 2


def outcome(run: Path) -> tuple[bytes, list[object]]:
    """The rows without times and the records without clocks."""
    assert export_rows(run, run.with_suffix(".jsonl"), normalise_times=True).missing == ()
    records = sorted((run / "records").rglob("*.json"))
    return run.with_suffix(".jsonl").read_bytes(), [read_record(path).without_clock() for path in records]


@pytest.mark.parametrize("setting", ["agentic", "tool_free"])
def test_five_kills_cost_at_most_one_call_per_worker_and_kill(tmp_path: Path, setting: str) -> None:
    budgets = [4] if setting == "agentic" else [400]
    with model_server(model=by_turn(0.05)) as server:
        file = paid_campaign(tmp_path, server.url, 2, repeats=3, settings=[setting], budgets=budgets)
        assert r3gym("campaign", "run", file, "--out", tmp_path / "whole", "--workers", WORKERS).returncode == 0
        needed = len(server.requests)
        assert needed == 6 * (len(TURNS) if setting == "agentic" else 1)
        kills = 5 if setting == "agentic" else 2
        for kill in range(kills):
            words = ("resume", tmp_path / "run") if kill else ("run", file, "--out", tmp_path / "run")
            process = start("campaign", *words, "--workers", WORKERS)
            after_requests(server, 3, process)
            process.kill()
            process.communicate()
        done = r3gym("campaign", "resume", tmp_path / "run", "--workers", WORKERS)
        assert done.returncode == 0, done.stderr
        billed = len(server.requests) - needed
    assert needed <= billed <= needed + kills * WORKERS
    found = rows(tmp_path / "run")
    assert sum(row.spend.calls for row in found if row.spend) == needed, "every reply is counted once"
    known = sum(row.spend.calls + row.spend.lost for row in found if row.spend)
    assert billed <= known <= needed + kills * WORKERS, "a call that was lost is known"
    assert outcome(tmp_path / "run")[1] == outcome(tmp_path / "whole")[1], "the records are those of a quiet run"
    assert not list((tmp_path / "run" / "turns").glob("*/*")), "replies are kept until there is a result"


def test_an_error_in_the_middle_costs_no_reply_before_it(tmp_path: Path) -> None:
    model = by_turn()
    with model_server(model, model, http_error(500), model=model) as server:
        play(load_campaign(paid_campaign(tmp_path, server.url)), tmp_path / "run", workers=1)
        assert len(server.requests) == len(TURNS) + 1
    (row,) = rows(tmp_path / "run")
    assert row.spend is not None
    assert (row.spend.calls, row.spend.failed, row.spend.lost) == (len(TURNS), 1, 0)
    (record,) = [read_record(path) for path in (tmp_path / "run" / "records").rglob("*.json")]
    assert record.calls is not None
    assert (record.calls.resumed, record.calls.unused) == (1, 0)


def test_a_replay_that_prints_something_else_and_leaves_the_same_costs_no_call(tmp_path: Path) -> None:
    # As `ls -l`, `time` and `date` do: the contestant sees again what the stored replies answered.
    model = by_turn(commands={1: RANDOM})
    with model_server(model, model, model, http_error(500), model=model) as server:
        play(load_campaign(paid_campaign(tmp_path, server.url)), tmp_path / "run", workers=1)
        assert len(server.requests) == len(TURNS) + 1
        seen = server.requests[2].body["messages"][-1]["content"]
    (record,) = [read_record(path) for path in (tmp_path / "run" / "records").rglob("*.json")]
    assert record.calls is not None
    assert (record.calls.unused, record.calls.diverged, record.calls.restored) == (0, None, 1)
    assert record.steps[1].output is not None
    assert seen.startswith(record.steps[1].output), "the record has what the model was told"


def test_a_replay_that_leaves_something_else_goes_on_from_there_and_says_why(tmp_path: Path) -> None:
    model = by_turn(commands={1: RANDOM_FILE})
    with model_server(model, model, model, http_error(500), model=model) as server:
        play(load_campaign(paid_campaign(tmp_path, server.url)), tmp_path / "run", workers=1)
        assert len(server.requests) == 4 + len(TURNS) - 2, "the two turns before it were not bought again"
    (record,) = [read_record(path) for path in (tmp_path / "run" / "records").rglob("*.json")]
    assert record.calls is not None
    assert record.calls.unused == 1
    assert record.calls.diverged == (
        "request 3 differs from the stored one: step s1 showed something else; "
        "step s1 left another /app/problem_1/drawn.txt"
    )
    assert record.calls.usage.calls == len(TURNS) + 1, "the reply that could not be used was paid for"
    assert len(record.turns) == len(TURNS)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_drains_and_loses_nothing(tmp_path: Path, stop: signal.Signals) -> None:
    with model_server(model=by_turn(0.1)) as server:
        file = paid_campaign(tmp_path, server.url, repeats=4)
        process = start("campaign", "run", file, "--out", tmp_path / "run", "--workers", WORKERS)
        after_requests(server, 4, process)
        process.send_signal(stop)
        _, said = process.communicate(timeout=30)
        assert process.returncode == 130
        assert f"r3gym campaign resume {tmp_path / 'run'}" in said
        status = campaign_status(tmp_path / "run")
        assert status.open_calls.calls > 0
        assert status.tally.calls == len(server.requests), "what was asked was kept"
        assert r3gym("campaign", "resume", tmp_path / "run").returncode == 0
        assert len(server.requests) == 4 * len(TURNS)
    assert sum(row.spend.lost for row in rows(tmp_path / "run") if row.spend) == 0


def test_the_second_signal_stops_at_once(tmp_path: Path) -> None:
    with model_server(model=by_turn(8)) as server:
        file = paid_campaign(tmp_path, server.url)
        process = start("campaign", "run", file, "--out", tmp_path / "run")
        after_requests(server, 1, process)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=6)
    assert process.returncode == 130
    assert f"r3gym campaign resume {tmp_path / 'run'}" in said


def test_a_damaged_reply_is_bought_again_and_nothing_else(tmp_path: Path) -> None:
    model = by_turn()
    with model_server(model, model, model, http_error(500), model=model) as server:
        made = load_campaign(paid_campaign(tmp_path, server.url, attempts=1))
        play(made, tmp_path / "run", workers=1)
        (file,) = (tmp_path / "run" / "turns").glob("*/*.jsonl")
        lines = file.read_bytes().splitlines(keepends=True)
        (third,) = [at for at, line in enumerate(lines) if b'"reply"' in line and line.count(b"submit_answer 1")]
        lines[third] = lines[third].replace(b"submit_answer 1", b"submit_answer 3")
        file.write_bytes(b"".join(lines))
        play(made, tmp_path / "run", workers=1, retry_failed=True)
        assert len(server.requests) == 4 + len(TURNS) - 2
    assert [row.failure is None for row in rows(tmp_path / "run")] == [False, True]


def test_a_torn_or_changed_line_is_as_if_it_were_not_there() -> None:
    event = {"event": "asked", "key": "k", "number": 0, "probe": False}
    line = to_line(event)
    assert list(read_events(line + line[:-5])) == [event]
    for place in range(len(line) - 1):
        damaged = bytearray(line)
        damaged[place] ^= 1
        assert list(read_events(bytes(damaged))) == []


def test_a_turn_that_times_out_is_asked_again_once_per_attempt_after_its_bound(tmp_path: Path) -> None:
    # Without that, three attempts at an episode would be three times nine requests for one reply, all billed perhaps.
    with model_server(model=by_turn(30)) as server:
        file = paid_campaign(tmp_path, server.url, settings=["tool_free"], budgets=[400], attempts=3)
        write_profile(tmp_path, "loop", server.url, timeout_s=0.2, retries=9, requests_per_turn=3)
        play(load_campaign(file), tmp_path / "run", workers=1)
        assert len(server.requests) <= 3 + 1 + 1, "on a busy machine a time-out may come before the request is sent"
    (row,) = rows(tmp_path / "run")
    assert row.failure is not None
    assert row.spend is not None
    assert (row.spend.calls, row.spend.failed) == (0, 5)
