"""The campaign file: everything that is wrong is said at once, with field, rule and fix; nothing is played before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from campaign_runs import campaign, puzzle_suite, write_campaign

from r3gym.campaigns.campaign_file import CampaignFile, load_campaign
from r3gym.errors import InputError
from r3gym.policies import EpisodeContext, PolicySpec, ReadyPolicy, ScriptedSolver, policy_kinds
from r3gym.records.rows import RunKind

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.toml"))
SCRIPTED = {"name": "s", "kind": "scripted"}


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda path: path.name)
def test_every_example_loads(file: Path) -> None:
    assert load_campaign(file).file.name == file.stem


def test_the_defaults_are_the_papers() -> None:
    file = CampaignFile(name="x", calibration="published:GLM-5.2")
    assert file.repeats == 5
    assert [pressure for pressure, _ in file.contest_levels()] == [0.2, 0.8]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"colour": "red"}, "colour: unknown; remove it or correct its spelling"),
        ({"repeats": "5"}, "repeats: input should be a valid integer"),
        ({"repeats": 0}, "repeats: input should be greater than or equal to 1 (given 0)"),
        ({"name": "no/slash"}, "name: "),
        (
            {"kinds": ["contest", "party"]},
            "kinds.1: input should be 'contest', 'curve', 'baseline', 'target' or 'single'",
        ),
        ({"pressures": [0.2]}, "pressures and budgets: give one or the other"),
        ({"budgets": None}, "calibration: missing; contest need caps for policy 'scanner'"),
        ({"budgets": None, "calibration": "measured"}, "add 'baseline' to kinds"),
        ({"budgets": None, "calibration": "published"}, "policy 'scanner' is no model of the paper"),
        ({"budgets": [2, 2]}, "budgets: something is named twice"),
        ({"schedulers": ["magic"]}, "scheduler='magic': choose one of none, coverage"),
        ({"sandbox": "attic"}, "sandbox: no backend 'attic'"),
        ({"settings": ["tool_free"]}, "settings: no policy plays tool_free"),
        ({"judges": {"code": {"judge": "dice"}}}, "code.judge: no judge is called 'dice'"),
        ({"limits": {"memory": 3}}, "limits.memory: unknown"),
        ({"api_key": "sk-12345"}, "api_key: keys do not belong here"),
    ],
)
def test_a_wrong_field_is_named_with_its_rule(tmp_path: Path, fields: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as error:
        campaign(tmp_path, **fields)
    assert said in str(error.value)
    assert "sk-12345" not in str(error.value)


@pytest.mark.parametrize(
    ("policies", "said"),
    [
        ([{"name": "x"}], "policies.1.kind: choose one of scripted, llm"),
        ([{**SCRIPTED, "personality": "shy"}], "policies.1.personality: input should be 'tunnel' or 'scanner'"),
        ([{**SCRIPTED, "profile": {"easy": {"fewest": 1}}}], "policies.1.profile.easy.most: missing"),
        ([SCRIPTED, SCRIPTED], "policies: s: named twice"),
        ([{"name": "m", "kind": "llm", "model": "nobody"}], "model 'nobody': no such profile"),
        ([{"name": "m", "kind": "llm", "model": "GLM-5.2", "api_key": "sk-1"}], "keys do not belong here"),
        ([{"name": "m", "kind": "llm", "model": "GLM-5.2", "api_key_env": "sk-1"}], "not the key itself"),
    ],
)
def test_a_wrong_policy_is_named_by_its_number(tmp_path: Path, policies: list[dict[str, Any]], said: str) -> None:
    with pytest.raises(InputError) as error:
        campaign(tmp_path, policies)
    assert said in str(error.value)
    assert "sk-1" not in str(error.value)


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"policies\.1\.kind.*repeats.*colour"):
        campaign(tmp_path, [{"name": "x", "kind": "y"}], repeats=0, colour=1)


@pytest.mark.parametrize("text", ["name = ", "\xff", "name = 'x'"])
def test_a_file_that_is_no_campaign_says_so(tmp_path: Path, text: str) -> None:
    file = tmp_path / "c.toml"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(InputError, match=r"c\.toml: (not TOML|cannot be read|policies: missing)"):
        load_campaign(file)


def test_folders_are_named_from_where_the_file_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from r3gym.campaigns.prepared import prepare

    (tmp_path / "here").mkdir()
    puzzle_suite(tmp_path / "here")
    file = write_campaign(tmp_path / "here", suites=["suite"])
    monkeypatch.chdir("/")
    assert prepare(load_campaign(file)).size() == 1
    with pytest.raises(InputError, match="nowhere"):
        prepare(campaign(tmp_path / "here", suites=["nowhere"]))


def test_addresses_keys_and_executors_are_no_part_of_the_definition(tmp_path: Path) -> None:
    model = {"name": "m", "kind": "llm", "model": "GLM-5.2", "base_url": "http://127.0.0.1:1/v1"}
    here = campaign(tmp_path, [model]).definition()
    moved = {**model, "base_url": "http://127.0.0.1:2/v1", "api_key_env": "OTHER"}
    assert campaign(tmp_path, [moved], executor={"workers": 9}, attempts=7).definition() == here
    assert campaign(tmp_path, [{**model, "temperature": 0.3}]).definition() != here


class WithoutMake(PolicySpec):
    """A kind of policy that does not say how a policy is made."""

    depth: int = 3

    def settings(self) -> frozenset[Any]:
        return frozenset({"agentic"})


class Whole(WithoutMake):
    def make(self, episode: EpisodeContext) -> ReadyPolicy:
        policy = ScriptedSolver(episode.suite, episode.domain.name, seed=episode.seed)
        return ReadyPolicy(policy, "whole")


def offer(kind: type[PolicySpec], monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer a kind of policy as an installed package does."""

    class Entry:
        name = "mine"

        def load(self) -> type[PolicySpec]:
            return kind

    monkeypatch.setattr("r3gym.policies.registry.entry_points", lambda group: [Entry()] if group else [])
    policy_kinds.cache_clear()


def test_a_kind_of_policy_that_lacks_a_method_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(WithoutMake, monkeypatch)
    try:
        with pytest.raises(InputError, match=r"'mine' of r3gym\.campaign_policies: WithoutMake lacks make"):
            policy_kinds()
    finally:
        policy_kinds.cache_clear()


def test_other_packages_bring_kinds_of_policies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer(Whole, monkeypatch)
    try:
        found = campaign(tmp_path, [{"name": "a", "kind": "mine", "depth": 4}])
    finally:
        policy_kinds.cache_clear()
    assert found.policies[0].definition() == {"kind": "mine", "depth": 4}
    assert found.file.kinds == (RunKind.CONTEST,)
