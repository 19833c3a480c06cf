"""Whole campaigns against a real server: every setting, domain and stage protocol, in the styles of the corpus."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from campaign_runs import campaign, play, r3gym, rows, write_campaign
from corpus_model import STAGE_1, CorpusModel, Style, single_model, styles
from loopback_model import http_error, model_server

from r3gym.models.profile import ModelProfile
from r3gym.models.profile_toml import profile_toml
from r3gym.records import read_record
from r3gym.records.rows import Ending, EpisodeRow

#: What a profile says about thinking, whether the model thinks, and what the rows must say of it.
PROTOCOLS: dict[str, tuple[dict[str, Any], bool, tuple[str | None, set[str | None]]]] = {
    "agentic": ({}, False, (None, {None})),
    "one stage": ({"thinking": {"enabled": False}}, False, ("one_stage", {"profile"})),
    "one stage, detected": ({}, False, ("one_stage", {"detected_here"})),
    "two stages": ({"thinking": {"enabled": True}}, True, ("two_stage", {"profile"})),
    "two stages, detected": ({}, True, ("two_stage", {"detected", "detected_here"})),
}
SLOW = pytest.mark.slow
DOMAINS = ("math", "ar", "code")
#: Contests per campaign: programs are compiled and tested, and an agent has a sandbox, which costs seconds for each.
MANY, FEW = 6, 2


def policy(folder: Path, url: str, **fields: Any) -> list[dict[str, Any]]:
    given = {"name": "loop", "model": "m", "base_url": url, "tools": "native", "retries": 0, **fields}
    (folder / "loop.toml").write_text(profile_toml(ModelProfile.model_validate(given)), "utf-8")
    return [{"name": "loop", "kind": "llm", "model": "loop.toml"}]


def of_corpus(domain: str, protocol: str, count: int) -> list[Style]:
    """Some styles of the corpus, others for every protocol; among them ones from which not all can be read."""
    found = styles(domain)
    whole, lossy = ([s for s in found if (s.score == 6) is all_six] for all_six in (True, False))
    start = list(PROTOCOLS).index(protocol)
    pools = [whole if n != 1 else lossy for n in range(count)]
    return [pool[(start + 7 * n) % len(pool)] for n, pool in enumerate(pools)]


def fields(domain: str, protocol: str, **more: Any) -> dict[str, Any]:
    setting = "agentic" if protocol == "agentic" else "tool_free"
    return {"suites": ["embedded"], "domains": [domain], "settings": [setting], "budgets": [30000], **more}


def by_contest(found: list[EpisodeRow]) -> list[EpisodeRow]:
    return sorted(found, key=lambda row: row.contest)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("domain", DOMAINS)
def test_right_answers_in_any_style_get_their_known_score(tmp_path: Path, domain: str, protocol: str) -> None:
    said, thinks, (stages, decided) = PROTOCOLS[protocol]
    chosen = of_corpus(domain, protocol, FEW if domain == "code" or protocol == "agentic" else MANY)
    with model_server(model=CorpusModel(domain, chosen, thinks)) as server:
        made = campaign(
            tmp_path, policy(tmp_path, server.url, **said), **fields(domain, protocol, contests=[*range(len(chosen))])
        )
        play(made, tmp_path / "run", workers=2)
    found = by_contest(rows(tmp_path / "run"))
    assert [row.failure for row in found] == [None] * len(chosen)
    scores = {style.name: row.score for style, row in zip(chosen, found, strict=True)}
    assert scores == {style.name: style.score for style in chosen}
    assert {row.stage_protocol for row in found} == {stages}
    assert {row.stage_protocol_by for row in found} == decided
    if stages is not None:
        assert len(server.requests) == len(chosen) * (2 if thinks else 1), "no call is bought twice"
    if thinks:
        records = [read_record(tmp_path / "run" / str(row.record)) for row in found]
        assert all(record.finalisation and record.finalisation.audit for record in records)
        flagged = [r.finalisation.audit.flagged for r in records if r.finalisation and r.finalisation.audit]
        assert flagged == [()] * len(chosen), "what was finalised stands in the trace"


@pytest.mark.parametrize("protocol", [pytest.param(p, marks=[SLOW] * (p == "agentic")) for p in PROTOCOLS])
@pytest.mark.parametrize("domain", ["math", "ar", pytest.param("code", marks=SLOW)])
def test_single_problems_at_every_level_of_the_grid(tmp_path: Path, domain: str, protocol: str) -> None:
    said, thinks, (stages, decided) = PROTOCOLS[protocol]
    pool = styles(domain, 1) if domain == "code" else [Style("lone", domain, LONE[domain], {"1": "7"})]
    style = pool[list(PROTOCOLS).index(protocol) % len(pool)]
    with model_server(model=single_model(domain, style, thinks)) as server:
        given = fields(domain, protocol, contests=[3], budgets=None, kinds=["curve"], calibration="published:GLM-5.2")
        play(campaign(tmp_path, policy(tmp_path, server.url, **said), **given), tmp_path / "run", workers=2)
    found = rows(tmp_path / "run")
    assert len(found) == 6 * 5
    assert [row.failure for row in found] == [None] * len(found)
    for row in found:  # a long program does not fit into the smallest caps, and half a program is none
        assert row.score == (row.ending is not Ending.CUT), (row.problem_id, row.pressure)
        assert row.pressure == 0.05 or row.ending is Ending.FINISHED
    assert {row.stage_protocol for row in found} == {stages}
    assert {row.stage_protocol_by for row in found} == decided


LONE = {"math": "We compute.\n\nFinal Answer: $\\boxed{7}$", "ar": "Problem 1\nSo:\n\n<answer>7</answer>\n"}


def test_the_first_reply_decides_alone_and_is_remembered_when_the_campaign_is_resumed(tmp_path: Path) -> None:
    chosen = of_corpus("math", "two stages, detected", 4)
    model = CorpusModel("math", chosen, thinks=True)
    given = fields("math", "two stages, detected", contests=[0, 1, 2, 3], attempts=1)
    # The first call fails, the second is the first reply, and then the service is down.
    with model_server(http_error(500), model, model, *[http_error(500)] * 2) as server:
        made = campaign(tmp_path, policy(tmp_path, server.url), **given)
        play(made, tmp_path / "run", workers=4)
    prompts = ["".join(m["content"] for m in body["messages"]) for body in server.bodies]
    assert [STAGE_1 in prompt for prompt in prompts] == [False, False, False, True, True]
    assert [r.stage_protocol_by for r in rows(tmp_path / "run")] == [None, "detected_here", "detected", "detected"]
    with model_server(model=model) as server:
        made = campaign(tmp_path, policy(tmp_path, server.url), **given)
        play(made, tmp_path / "run", workers=4, retry_failed=True)
    assert len(server.requests) == 2 * 3
    assert sum(STAGE_1 in body["messages"][0]["content"] for body in server.bodies) == 3
    done = {row.contest: row for row in rows(tmp_path / "run") if row.failure is None}
    assert [done[contest].score for contest in sorted(done)] == [style.score for style in chosen]
    assert sorted(str(row.stage_protocol_by) for row in done.values()) == ["detected"] * 3 + ["detected_here"]


def test_a_model_that_showed_no_reasoning_first_keeps_its_prompt_and_later_reasoning_is_finalised(
    tmp_path: Path,
) -> None:
    chosen = of_corpus("math", "one stage, detected", 3)
    plain, thinking = (CorpusModel("math", chosen, thinks) for thinks in (False, True))
    with model_server(plain, model=thinking) as server:
        made = campaign(
            tmp_path, policy(tmp_path, server.url), **fields("math", "one stage, detected", contests=[0, 1, 2])
        )
        play(made, tmp_path / "run", workers=2)
    prompts = ["".join(m["content"] for m in body["messages"]) for body in server.bodies]
    assert not any(STAGE_1 in prompt for prompt in prompts)
    found = by_contest(rows(tmp_path / "run"))
    assert [row.stage_protocol for row in found] == ["one_stage", "two_stage", "two_stage"]
    assert [row.score for row in found] == [style.score for style in chosen]


def test_the_command_line_runs_it_and_the_rows_say_how_it_was_played(tmp_path: Path) -> None:
    chosen = of_corpus("ar", "two stages, detected", 2)
    with model_server(model=CorpusModel("ar", chosen, thinks=True)) as server:
        file = write_campaign(
            tmp_path, policy(tmp_path, server.url), **fields("ar", "two stages, detected", contests=[0, 1])
        )
        ran = r3gym("campaign", "run", file, "--out", tmp_path / "run")
    assert ran.returncode == 0, ran.stderr
    lines = [json.loads(line) for line in (tmp_path / "run" / "rows.jsonl").read_text("utf-8").splitlines()]
    assert [line["stage_protocol_by"] for line in lines] == ["detected_here", "detected"]
    assert sum(slot["correct"] for line in lines for slot in line["slots"]) == sum(style.score for style in chosen)
