"""``r3gym report``: what it shows of agents, tool-free solvers and void episodes, and what it does with broken files.

``agent_episode.json`` and ``void_episode.json`` are records that `LLMAgent` wrote, playing against a scripted server
whose model speaks HTML and terminal escapes.
"""

from __future__ import annotations

import copy
import io
import json
import random
import subprocess
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from command_line import r3gym_command
from loopback_model import http_error, model_server, says
from rich.console import Console

import r3gym  # noqa: F401 (registers the environments)
from r3gym.envs import RecordEpisodes
from r3gym.models.profile import ModelProfile
from r3gym.policies.playing import play_episode
from r3gym.policies.tool_free import ToolFreeSolver
from r3gym.records.format1 import from_format1
from r3gym.report import EpisodeReport, UnreadableRecord, read_account, record_files
from r3gym.report.extract import make_report
from r3gym.report.page import report_page
from r3gym.report.phrases import remarks
from r3gym.report.plain_json import report_json
from r3gym.report.terminal import show_episode, show_table
from r3gym.report.text import plain
from r3gym.report.totals import grouped

HERE = Path(__file__).parent


def agent_record() -> dict[str, Any]:
    value: dict[str, Any] = json.loads((HERE / "agent_episode.json").read_text("utf-8"))
    return value


def shown_account(record: dict[str, Any], name: str) -> EpisodeReport:
    """The account of a record of the first format, as plain JSON."""
    return make_report(from_format1(record), name)


def account(name: str) -> EpisodeReport:
    found = read_account(HERE / name)
    assert isinstance(found, EpisodeReport)
    return found


def shown(*accounts: EpisodeReport, width: int = 200) -> str:
    """What a terminal of this width prints."""
    screen = io.StringIO()
    console = Console(file=screen, width=width)
    if len(accounts) == 1:
        show_episode(console, accounts[0])
    else:
        show_table(console, accounts)
    return screen.getvalue()


def squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(scope="module")
def two_stage(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of the two-stage protocol: the finaliser makes up the answer to problem 2, and leaves 3 out."""
    folder = tmp_path_factory.mktemp("two-stage")
    drafted = says("Problem 1 is 12, for 2 I am not sure", reasoning="Well, <b>3*4=12</b>.", usage=(800, 300))
    finalised = says("Problem 1: \\boxed{12}\nProblem 2: \\boxed{99}\nProblem 3: MISSING", usage=(900, 40))
    with model_server(drafted, finalised) as server:
        return play(folder, server.url, thinking={"enabled": True})


@pytest.fixture(scope="module")
def failed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with model_server(http_error(500)) as server:
        return play(tmp_path_factory.mktemp("failed"), server.url)


def play(folder: Path, url: str, **fields: Any) -> Path:
    profile = ModelProfile.model_validate({"name": "loop", "model": "tiny", "base_url": url, "retries": 0, **fields})
    solver = ToolFreeSolver(profile=profile)
    made = gym.make("R3ToolFree-Math-v0", contest=0, protocol=solver.protocol.value, budget=412)
    env = RecordEpisodes(made, str(folder))
    try:
        play_episode(env, solver, seed=0)
    finally:
        env.close()
    assert env.last_record is not None
    return env.last_record


# An agent's episode


def test_an_episode_shows_score_budget_contestant_and_usage() -> None:
    text = squeezed(shown(account("agent_episode.json")))
    assert "math-001 · m · agentic" in text
    assert "score 0 of 6" in text
    assert "budget 3 of 3 actions (8 free, 1 blocked)" in text
    assert "judged by math-offline* (* a stand-in for the paper's judge)" in text
    assert "12 calls" in text
    assert "USD" in text
    assert "mode native, seen set by the profile" in text
    assert "scheduler none" in text


def test_every_problem_has_its_parse_state_verdict_judge_and_spending() -> None:
    lines = [squeezed(line) for line in shown(account("agent_episode.json")).splitlines()]
    assert "1 m-three-wells answered wrong_answer math-offline* 3 different value" in lines
    assert "2 m-there-and-back missing - 0 no section for problem 2" in lines


def test_every_step_has_its_turn_verb_charge_and_first_line_of_output() -> None:
    lines = [squeezed(line) for line in shown(account("agent_episode.json")).splitlines()]
    assert "0 1 1 focus 1 free 0 focus: problem 1" in lines
    assert '1 2 1 command python3 -c "print(sum(range(100)))" counted 1 4950 …' in lines
    assert any(line.startswith("10 11 1 command python3 -c 'print(3)' blocked 3 blocked, not run") for line in lines)


def test_protocol_errors_and_cuts_are_shown() -> None:
    text = squeezed(shown(account("agent_episode.json")))
    assert "protocol errors turn 3: text turn 4: unknown_tool: there is no tool 'unknown_tool'" in text
    assert "cut to fit the window before turn 9: output of turn 1, 2, 3" in text


@pytest.mark.parametrize(
    ("ending", "said"), [("step_cap", "at the step cap"), ("wall_clock", "at the wall clock"), ("stalled", "stalled")]
)
def test_where_the_environment_stopped_an_episode_that_is_said(ending: str, said: str) -> None:
    """The contestant's own word is "finished" in all of them."""
    one = shown_account(agent_record() | {"ending": ending}, "stopped.json")
    assert said in one.ended
    assert said in shown(one)
    assert said in remarks(one)
    assert "judged as it was" in report_page([one])


def test_it_fits_a_narrow_terminal() -> None:
    for name in ("agent_episode.json", "void_episode.json"):
        assert max(map(len, shown(account(name), width=80).splitlines())) <= 80


def test_a_void_episode_shows_its_reason_and_no_score() -> None:
    text = squeezed(shown(account("void_episode.json")))
    assert "void: the model service of 'loop' answered HTTP 500" in text
    assert "score void" in text
    assert "1 m-three-wells 0 " in text
    assert "command ls" in text


# Tool-free episodes


def test_both_stages_and_the_audit_are_shown(two_stage: Path) -> None:
    found = read_account(two_stage)
    assert isinstance(found, EpisodeReport)
    text = squeezed(shown(found))
    assert "math-001 · tiny · tool-free" in text
    assert "budget 300 of 412 output tokens" in text
    assert "300 tokens, charged 300, finish stop" in text
    assert "stage 1; cap 412 (budget); charged; thinking on; outcome done, finish stop; 800 tokens in, 300 out" in (
        text.replace("tokens out", "out")
    )
    assert "stage 2; cap 8,192 (safety); not charged; thinking off; outcome done, finish stop" in text
    assert "the finaliser's answers to 2 are not in the trace" in text


def test_the_page_holds_reasoning_draft_and_final_text(two_stage: Path) -> None:
    found = read_account(two_stage)
    assert isinstance(found, EpisodeReport)
    page = report_page([found])
    for text in ("Well, &lt;b&gt;3*4=12&lt;/b&gt;.", "for 2 I am not sure", "Problem 2: \\boxed{99}"):
        assert text in page


def test_a_service_that_failed_leaves_a_void_episode_with_its_call(failed: Path) -> None:
    found = read_account(failed)
    assert isinstance(found, EpisodeReport)
    text = squeezed(shown(found))
    assert "void: the model service of 'loop' answered HTTP 500" in text
    assert "outcome failed" in text


# Several episodes


def test_several_episodes_are_a_table_with_means(two_stage: Path, failed: Path) -> None:
    found = [read_account(path) for path in (HERE / "agent_episode.json", two_stage, failed)]
    accounts = [one for one in found if isinstance(one, EpisodeReport)]
    text = squeezed(shown(*accounts))
    assert "m math-001 0/6 3/3" in text
    assert "tiny math-001 void 0/412" in text
    assert "audit: 2" in text
    assert "tiny tool-free math 412 2 1 0.00/6 300.0 340" in text


def test_void_episodes_do_not_enter_the_means() -> None:
    record = agent_record()
    record["result"]["score"] = 4
    void = agent_record() | {"result": None, "error": "the machine failed"}
    (group,) = grouped([shown_account(record, "a"), shown_account(agent_record(), "b"), shown_account(void, "c")])
    assert (group.episodes, group.void, group.score, group.used) == (3, 1, 2.0, 3.0)


def test_ways_of_playing_are_not_mixed() -> None:
    other = agent_record() | {"scheduler": "coverage"}
    assert len(grouped([shown_account(agent_record(), "a"), shown_account(other, "b")])) == 2


def test_the_same_file_named_twice_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    inside = tmp_path / "deep" / "a.json"
    inside.write_text("{}")
    (tmp_path / ".hidden.json").write_text("{}")
    assert record_files([inside, tmp_path, inside]) == [inside]


# Files that are no records


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "torn"),
        ((HERE / "agent_episode.json").read_bytes()[:5000], "torn"),
        (b"\xff\xfe\x00", "torn"),
        (b"[1, 2]", "no record of r3gym"),
        (b'{"a": 1}', "no record of r3gym"),
        (b'{"format": "r3gym-record-9"}', "'r3gym-record-9'; this r3gym reads r3gym-record-1 and r3gym-record-2"),
        (b"[" * 100_000, "cannot be read"),
    ],
    ids=["empty", "torn", "binary", "list", "other", "newer", "deep"],
)
def test_a_file_that_is_no_record_says_why(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)
    found = read_account(path)
    assert isinstance(found, UnreadableRecord)
    assert said in found.why


def r3gym_report(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([r3gym_command(), "report", *map(str, words)], capture_output=True, text=True, check=False)


def test_the_others_are_shown_and_the_exit_code_tells(tmp_path: Path) -> None:
    torn = tmp_path / "torn.json"
    torn.write_text('{"format": "r3gym-re')
    done = r3gym_report(HERE / "agent_episode.json", torn, HERE / "void_episode.json")
    assert done.returncode == 1
    assert "torn.json: not whole JSON" in done.stderr
    assert "agent_episode" in done.stdout
    assert "void_episode" in done.stdout


def test_json_holds_every_episode_the_means_and_what_was_not_read(tmp_path: Path) -> None:
    (tmp_path / "torn.json").write_text("{")
    done = r3gym_report(HERE / "agent_episode.json", tmp_path, "--json")
    value = json.loads(done.stdout)
    (episode,), (group,), (bad,) = value["episodes"], value["means"], value["unreadable"]
    assert episode["score"] == 0
    assert episode["budget"] == {
        "unit": "actions",
        "total": 3,
        "used": 3,
        "free": 8,
        "blocked": 1,
        "protocol_errors": 0,
        "unattributed": 0,
    }
    assert [step["charge"] for step in episode["steps"]].count("counted") == 3
    assert [error["kind"] for error in episode["protocol_errors"]] == ["text", "unknown_tool"]
    assert group["score"] == 0.0
    assert bad["record"].endswith("torn.json")


def test_html_is_written_to_a_file(tmp_path: Path) -> None:
    page = tmp_path / "new" / "page.html"
    done = r3gym_report(HERE, "--html", page)
    assert done.returncode == 0, done.stderr
    assert page.read_text("utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("words", [("nowhere.json",), (), (HERE, "--html", "x.html", "--json")])
def test_a_wrong_call_is_refused(words: tuple[str, ...]) -> None:
    assert r3gym_report(*words).returncode == 2


def test_a_folder_without_records_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no \.json file below this folder"):
        record_files([tmp_path])


# Records of any age


def test_a_record_of_which_little_is_left_is_still_shown() -> None:
    for record in ({}, {"policy": {}, "steps": [{}], "result": {}}, {"policy": None, "ledger": None, "result": None}):
        one = shown_account({"format": "r3gym-record-1", **record}, "little.json")
        assert "void" in shown(one)
        assert "little.json" in report_page([one])


DEEP: Any = json.loads("[" * 200 + "]" * 200)
JUNK: list[Any] = [DEEP, None, True, -1, 10**400, 0.5, float("inf"), "", "\x1b[31m<b>", [], {}, [[]], {"x": {"y": "z"}}]


def test_records_with_anything_anywhere_are_shown() -> None:
    """Random places of a real record replaced by random JSON: nothing may fail, whatever is read from it."""
    rng = random.Random(5)
    for _ in range(60):
        record = agent_record()
        for _ in range(rng.randint(1, 4)):
            spoil(record, rng)
        record["format"] = "r3gym-record-1"
        one = shown_account(record, "spoilt.json")
        text = shown(one) + shown(one, one)
        assert plain(text) == text
        assert report_page([one]).endswith("</html>\n")
        json.dumps(report_json([one], []))


def spoil(value: Any, rng: random.Random) -> None:
    while True:
        key = rng.choice(list(value) if isinstance(value, dict) else range(len(value)))
        if not isinstance(value[key], dict | list) or not value[key] or rng.random() < 0.3:
            value[key] = copy.deepcopy(rng.choice(JUNK))
            return
        value = value[key]
