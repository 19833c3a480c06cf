"""Difficulty by output length: unbudgeted single runs of a pool that has no contests, and the suite built from them."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from campaign_runs import campaign, play, r3gym, rows, write_campaign
from loopback_model import ModelServer, ScriptedCompletion, http_error, model_server, says

from r3gym.analysis.analyse import analyse
from r3gym.campaigns.exporting import export_rows
from r3gym.campaigns.lengths import single_lengths
from r3gym.campaigns.prepared import prepare
from r3gym.campaigns.running import campaign_status
from r3gym.campaigns.store import read_plan
from r3gym.cells.campaign import read_campaign
from r3gym.cells.gathering import contest_cells, curve_cells, target_cells
from r3gym.core.setting import Setting
from r3gym.core.unit import Unit
from r3gym.errors import InputError, SuiteError
from r3gym.records.campaign_folder import ROWS
from r3gym.records.rows import Ending, RunKind
from r3gym.suites import build_suite, load_keys, load_suite
from r3gym.suites.lengths import ReferenceLengths, join_lengths

COUNT = 12


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("R3GYM_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))


def write_pool(path: Path, count: int = COUNT, ask: str = "Say") -> Path:
    lines = [{"id": f"p{n:02d}", "statement": f"{ask} {n}.", "answer": str(n)} for n in range(count)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


def number(body: dict[str, Any]) -> int:
    """The problem that a request asks for."""
    found = re.search(r"Say (\d+)\.", str(body["messages"]))
    assert found is not None
    return int(found[1])


def wordy(body: dict[str, Any]) -> ScriptedCompletion:
    """Model ``a`` writes 10 n + 1 tokens for problem n, model ``b`` 3 (12 - n) + 2: the mean grows with n."""
    n = number(body)
    tokens = 10 * n + 1 if body["model"] == "a" else 3 * (COUNT - n) + 2
    return says(f"<answer>{n}</answer>", usage=(5, tokens))


def models(server: ModelServer, folder: Path, *names: str) -> list[dict[str, Any]]:
    found = []
    for name in names:
        fields = {"model": name, "base_url": server.url, "retries": 0, "timeout_s": 20.0}
        (folder / f"{name}.toml").write_text("".join(f"{n} = {json.dumps(v)}\n" for n, v in fields.items()), "utf-8")
        found.append({"name": name, "kind": "llm", "model": f"{name}.toml", "stages": 1})
    return found


SINGLE: dict[str, Any] = {
    "kinds": ["single"],
    "suites": ["pool:pool.jsonl"],
    "settings": ["tool_free"],
    "budgets": None,
    "attempts": 1,
}


def measured(
    folder: Path, model: Callable[[dict[str, Any]], Any] = wordy, names: tuple[str, ...] = ("a", "b"), **fields: Any
) -> Path:
    """The run of a campaign of single runs on the pool."""
    if not (folder / "pool.jsonl").exists():
        write_pool(folder / "pool.jsonl")
    with model_server(model=model) as server:
        play(campaign(folder, models(server, folder, *names), **{**SINGLE, **fields}), folder / "run")
    return folder / "run"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("R3GYM_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield measured(tmp_path_factory.mktemp("measured"), repeats=2)


def test_every_problem_is_played_alone_without_a_budget_by_every_model(run: Path) -> None:
    found = rows(run)
    assert {(row.policy, row.problem_id, row.repeat) for row in found} == {
        (model, f"p{n:02d}", repeat) for model in "ab" for n in range(COUNT) for repeat in (1, 2)
    }
    for row in found:
        assert (row.kind, row.budget, row.pressure, row.scheduler) == (RunKind.SINGLE, None, None, "none")
        assert [slot.problem_id for slot in row.slots] == [row.problem_id]
        assert (row.score, row.ending) == (1, Ending.FINISHED)
    assert len({row.seed for row in found}) == 2 * COUNT, "models share the seed of a problem and repeat"


def test_difficulty_is_the_mean_of_the_models_means_as_an_exact_fraction(tmp_path: Path) -> None:
    lengths: dict[tuple[str, int], list[int]] = {}

    def model(body: dict[str, Any]) -> ScriptedCompletion:
        mine = lengths.setdefault((body["model"], number(body)), [])
        mine.append(7 + 3 * len(mine) ** 2 + number(body))
        return says("<answer>1</answer>", usage=(5, mine[-1]))

    found = single_lengths(measured(tmp_path, model, repeats=3), "ar")
    assert found.unit is Unit.OUTPUT_TOKENS
    assert found.by_model["a"]["p01"] == Fraction(8 + 11 + 20, 3)
    assert (found.counted, found.left_out) == (2 * COUNT * 3, {})


def test_the_suite_has_the_tiers_of_the_lengths(run: Path, tmp_path: Path) -> None:
    built = build_suite(run.parent / "pool.jsonl", "ar", tmp_path / "s", lengths=single_lengths(run, "ar"))
    assert (built.manifest.tiers, len(built.manifest.contests), built.left_over) == ("measured", 2, ())
    assert "run: mean output tokens of a, b; 48 runs counted, 0 left out" in built.manifest.provenance
    keys = load_keys(str(tmp_path / "s"), "ar", [f"p{n:02d}" for n in range(COUNT)])
    by_tier = [keys[f"p{n:02d}"].tier.value for n in range(COUNT)]
    assert by_tier == ["easy"] * 6 + ["medium"] * 4 + ["hard"] * 2


def test_a_chosen_reference_model_orders_alone(run: Path, tmp_path: Path) -> None:
    lengths = single_lengths(run, "ar", models=["b"])
    build_suite(run.parent / "pool.jsonl", "ar", tmp_path / "s", lengths=lengths)
    hard = {p for p, key in load_keys(str(tmp_path / "s"), "ar", lengths.by_model["b"]).items() if key.tier == "hard"}
    assert hard == {"p00", "p01"}, "b writes most for the first problems"


def test_a_stranger_measures_builds_and_plays(tmp_path: Path) -> None:
    write_pool(tmp_path / "pool.jsonl")
    with model_server(model=wordy) as server:
        file = write_campaign(tmp_path, models(server, tmp_path, "a", "b"), **{**SINGLE, "name": "lengths"})
        dry = json.loads(r3gym("campaign", "run", file, "--dry-run", "--json", cwd=tmp_path).stdout)
        assert [(line["kind"], line["episodes"], line["levels"]) for line in dry["matrix"]] == [
            ("single", COUNT, ["unlimited"]),
            ("single", COUNT, ["unlimited"]),
        ]
        ran = r3gym("campaign", "run", file, cwd=tmp_path)
        assert ran.returncode == 0, ran.stderr
        assert "24 of 24 episodes done" in r3gym("campaign", "status", "runs/lengths", cwd=tmp_path).stdout
        again = json.loads(r3gym("campaign", "run", file, "--dry-run", "--json", cwd=tmp_path).stdout)
        assert again["output_tokens"] == sum(10 * n + 1 + 3 * (COUNT - n) + 2 for n in range(COUNT))
    shown = r3gym("suite", "show", "pool:pool.jsonl", "--domain", "ar", cwd=tmp_path)
    assert "12 problems without contests, tiers unrated" in said(shown.stdout)
    build = ("suite", "build", "pool.jsonl", "--domain", "ar", "--lengths", "runs/lengths")
    built = r3gym(*build, "--out", "mine", cwd=tmp_path)
    assert built.returncode == 0, built.stderr
    assert "lengths: lengths: mean output tokens of a, b; 24 runs counted, 0 left out" in said(built.stdout)
    as_json = json.loads(r3gym(*build, "--out", "two", "--model", "a", "--json", cwd=tmp_path).stdout)
    assert as_json["lengths"] == {"unit": "output tokens", "models": ["a"], "counted": 12, "left_out": {}}
    played = r3gym("play", "--suite", "mine", "--domain", "ar", "--policy", "scripted", cwd=tmp_path)
    assert played.returncode == 0, played.stderr


def test_an_interrupted_measurement_is_resumed_and_exports_the_same(run: Path, tmp_path: Path) -> None:
    broken, down = tmp_path / "m", [True]
    broken.mkdir()

    def model(body: dict[str, Any]) -> Any:
        return http_error(500) if down[0] and number(body) == 3 else wordy(body)

    write_pool(broken / "pool.jsonl")
    with model_server(model=model) as server:
        made = campaign(broken, models(server, broken, "a", "b"), **SINGLE, repeats=2)
        play(made, broken / "run")
        with pytest.raises(InputError) as raised:
            single_lengths(broken / "run", "ar")
        assert "problem 'p03', model 'a': 2 failed; problem 'p03', model 'b': 2 failed" in str(raised.value)
        assert f"r3gym campaign retry {broken / 'run'} --failed" in str(raised.value)
        down[0] = False
        play(made, broken / "run", retry_failed=True)
    assert single_lengths(broken / "run", "ar").by_model == single_lengths(run, "ar").by_model
    for folder in (run, broken / "run"):
        export_rows(folder, tmp_path / f"{folder.parent.name}.csv", normalise_times=True)
    assert len((tmp_path / "m.csv").read_text().splitlines()) == 1 + 4 * COUNT


def test_an_unfinished_run_is_refused_by_its_first_missing_run(run: Path, tmp_path: Path) -> None:
    copied = shutil.copytree(run, tmp_path / "run")
    lines = (copied / ROWS).read_text().splitlines(keepends=True)
    (copied / ROWS).write_text("".join(line for line in lines if '"problem":"p05"' not in line))
    assert campaign_status(copied).pending == 4
    message = r"unfinished: 4 of 48 single runs .* problem 'p05', model 'a', repeat 1\); play them: r3gym campaign res"
    with pytest.raises(InputError, match=message):
        single_lengths(copied, "ar")


def test_a_capped_answer_is_no_length(tmp_path: Path) -> None:
    """One of two runs of p02 by ``a`` is cut by the provider: left out and counted. Both of p04 by ``b``: an error."""
    seen: list[int] = []

    def model(body: dict[str, Any]) -> ScriptedCompletion:
        capped = body["model"] == "a" and number(body) == 2 and not seen
        seen.extend([2] * capped)
        return says("<answer>2</answer>", finish="length", usage=(5, 9)) if capped else wordy(body)

    found = single_lengths(measured(tmp_path, model, repeats=2), "ar")
    assert (found.counted, found.left_out) == (47, {"safety_cap": 1})
    assert found.by_model["a"]["p02"] == 21, "the complete run alone"
    assert "47 runs counted, 1 left out (1 safety_cap)" in found.describe()
    counted = single_lengths(tmp_path / "run", "ar", count_capped=True)
    assert counted.by_model["a"]["p02"] == Fraction(9 + 21, 2)


def test_a_problem_that_never_completed_names_model_rule_and_fix(tmp_path: Path) -> None:
    def model(body: dict[str, Any]) -> ScriptedCompletion:
        capped = body["model"] == "b" and number(body) == 4
        return says("...", finish="length", usage=(5, 900)) if capped else wordy(body)

    run = measured(tmp_path, model)
    with pytest.raises(InputError) as raised:
        single_lengths(run, "ar")
    for part in ("problem 'p04', model 'b': 1 safety_cap.", "no unbudgeted length", "safety_cap", "--model"):
        assert part in str(raised.value)
    assert single_lengths(run, "ar", count_capped=True).by_model["b"]["p04"] == 900
    assert set(single_lengths(run, "ar", models=["a"]).by_model) == {"a"}


def test_a_server_that_reports_no_usage_measures_nothing(tmp_path: Path) -> None:
    run = measured(tmp_path, lambda body: says(f"<answer>{number(body)}</answer>", usage=None), ("a",))
    with pytest.raises(InputError, match=r"problem 'p00', model 'a': 1 no token count.* and 7 more.*reports usage"):
        single_lengths(run, "ar")


def test_the_agentic_length_is_counted_actions_and_units_do_not_mix(tmp_path: Path) -> None:
    write_pool(tmp_path / "pool.jsonl", 2)
    scanner = {"name": "s", "kind": "scripted", "personality": "scanner"}
    play(campaign(tmp_path, [scanner], **{**SINGLE, "settings": ["agentic"]}), tmp_path / "run")
    found = single_lengths(tmp_path / "run", "ar")
    assert found.unit is Unit.ACTIONS
    used = {row.problem_id: row.spent for row in rows(tmp_path / "run")}
    assert found.by_model == {"s": {p: Fraction(n) for p, n in used.items()}}
    with pytest.raises(InputError, match=r"its single runs are agentic, not tool_free"):
        single_lengths(tmp_path / "run", "ar", setting=Setting.TOOL_FREE)
    tokens = ReferenceLengths("c.jsonl", {"c": {"p00": Fraction(1), "p01": Fraction(2)}})
    with pytest.raises(
        InputError, match=r"counted actions in run, output tokens in c.jsonl; give those of one setting"
    ):
        join_lengths([found, tokens])


def test_wrong_runs_are_refused(run: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"its single runs are of ar, not of math; give a campaign of math"):
        single_lengths(run, "math")
    with pytest.raises(InputError, match=r"--model c: .* has no such policy; it has a, b"):
        single_lengths(run, "ar", models=["c"])
    with pytest.raises(InputError, match="no campaign's folder"):
        single_lengths(tmp_path, "ar")
    play(campaign(tmp_path), tmp_path / "contests")
    with pytest.raises(InputError, match=r"a campaign of kind contest; .* kinds = \['single'\]"):
        single_lengths(tmp_path / "contests", "ar")


def test_runs_of_other_problems_are_refused(run: Path, tmp_path: Path) -> None:
    lengths = single_lengths(run, "ar")
    for pool, message in (
        (write_pool(tmp_path / "more.jsonl", COUNT + 1), "no output length for p12; every problem of the pool"),
        (write_pool(tmp_path / "fewer.jsonl", COUNT - 1), "p11 is not in the pool"),
        (write_pool(tmp_path / "other.jsonl", ask="Shout"), "p00, .*: another problem was measured under this id"),
    ):
        with pytest.raises(SuiteError, match=message):
            build_suite(pool, "ar", tmp_path / "s", lengths=lengths)
    assert not (tmp_path / "s").exists()


def test_several_sources_are_joined_and_must_not_contradict(run: Path, tmp_path: Path) -> None:
    pool = run.parent / "pool.jsonl"
    (tmp_path / "c.jsonl").write_text(
        "".join(json.dumps({"id": f"p{n:02d}", "lengths": {"c": 1000 - n}}) + "\n" for n in range(COUNT))
    )
    build = ("suite", "build", pool, "--domain", "ar", "--lengths", run)
    joined = r3gym(*build, "--lengths", tmp_path / "c.jsonl", "--out", tmp_path / "s", "--json")
    assert json.loads(joined.stdout)["lengths"]["models"] == ["a", "b", "c"]
    twice = r3gym(*build, "--lengths", run, "--out", tmp_path / "t")
    assert twice.returncode == 2
    assert "reference model 'a' has a length for p00, p01, p02, p03, p04 in another source" in said(twice.stderr)
    wrong = r3gym("suite", "build", pool, "--domain", "ar", "--lengths", tmp_path / "c.jsonl", "--model", "c",
                  "--out", tmp_path / "t")  # fmt: skip
    assert (wrong.returncode, "they choose runs" in said(wrong.stderr)) == (2, True)


def test_a_pool_has_no_contests_to_play(run: Path, tmp_path: Path) -> None:
    pool = f"pool:{run.parent / 'pool.jsonl'}"
    with pytest.raises(InputError, match=r"is a pool and has no contests, which kind contest needs"):
        prepare(campaign(tmp_path, suites=[pool]))
    with pytest.raises(InputError, match=r"does not say its domain, .* say pool:.*\?domain=ar"):
        prepare(campaign(tmp_path, **{**SINGLE, "suites": [pool], "domains": ["ar", "math"], "settings": ["agentic"]}))
    played = r3gym("play", "--suite", pool, "--domain", "ar", "--policy", "scripted", cwd=tmp_path)
    assert (played.returncode, "its problems are played alone" in said(played.stderr)) == (2, True)
    with pytest.raises(SuiteError, match="not found"):
        load_suite(f"pool:{tmp_path / 'none.jsonl'}", "ar")


def test_a_folder_of_packages_is_a_pool_with_all_its_problems() -> None:
    packages = Path(__file__).parents[2] / "r3gym" / "data" / "embedded-v1" / "code" / "packages"
    suite = load_suite(f"pool:{packages}", "code")
    assert suite.is_pool
    assert [c.id for c in suite.contests] == sorted(p.name for p in packages.iterdir())
    assert {key.tier.value for key in load_keys(suite.reference, "code", ["hoppoles"]).values()} == {"unrated"}


def test_an_embedded_bank_gets_the_tiers_of_its_readers(tmp_path: Path) -> None:
    """The whole way on the problems that ship: `embedded` is measured and dealt anew."""

    def model(body: dict[str, Any]) -> ScriptedCompletion:
        return says("\\boxed{7}", usage=(5, len(str(body["messages"]))))

    with model_server(model=model) as server:
        fields = {**SINGLE, "suites": ["embedded"], "domains": ["math"]}
        play(campaign(tmp_path, models(server, tmp_path, "a"), **fields), tmp_path / "run", workers=8)
    lengths = single_lengths(tmp_path / "run", "math")
    built = build_suite(Path("embedded"), "math", tmp_path / "s", lengths=lengths)
    assert (len(built.manifest.contests), built.left_over) == (10, ())
    keys = load_keys(str(tmp_path / "s"), "math", lengths.by_model["a"])
    longest = sorted(lengths.by_model["a"], key=lambda p: (lengths.by_model["a"][p], p))[-10:]
    assert {p for p, key in keys.items() if key.tier == "hard"} == set(longest)
    with pytest.raises(SuiteError, match="a math suite, not ar"):
        build_suite(tmp_path / "s", "ar", tmp_path / "t")


def test_single_runs_are_no_part_of_curves_and_contests(run: Path) -> None:
    data = read_campaign([run])
    assert (contest_cells(data), curve_cells(data), target_cells(data)) == ((), {}, ())
    found = analyse([run])
    assert (found.cells, found.macros, found.missing) == ((), (), ())


def said(text: str) -> str:
    """The text without the line breaks of a terminal."""
    return " ".join(text.split())


def test_the_plan_of_single_runs_is_written_before_the_first(run: Path) -> None:
    assert [episode.kind for episode in read_plan(run)] == [RunKind.SINGLE] * 4 * COUNT
