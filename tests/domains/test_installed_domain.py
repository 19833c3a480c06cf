"""A fourth domain in a package of its own: installed by pip, played, measured, analysed, without touching r3gym."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from installed_example import cli, install_example, metadata, python

from r3gym.core.known_domains import domain_names, domains, get_domain, list_domains
from r3gym.errors import InputError

CAMPAIGN = """
name = "sql"
seed = 1
repeats = 1
kinds = ["baseline", "contest", "curve"]
domains = ["sql"]
contests = [0]
pressures = [0.2, 0.8]
schedulers = ["none", "coverage"]
calibration = "measured"

[[policies]]
name = "scanner"
kind = "scripted"
personality = "scanner"
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_example(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def run(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign of the installed domain, from baseline to response curves."""
    folder = tmp_path_factory.mktemp("sql")
    (folder / "sql.toml").write_text(CAMPAIGN)
    done = cli(site, "campaign", "run", str(folder / "sql.toml"), "--out", str(folder / "run"))
    assert done.returncode == 0, done.stderr
    return folder / "run"


def test_the_ids_are_registered_without_importing_the_package(site: Path) -> None:
    code = "import sys, gymnasium as gym, r3gym\n" + (
        "print(gym.spec('R3Contest-SQL-v0').kwargs['domain'], 'r3gym_sql' in sys.modules)"
    )
    assert python(site, "-c", code).stdout.split() == ["sql", "False"]


@pytest.mark.parametrize("form", ["R3Contest", "R3Single", "R3ToolFree", "R3ToolFreeSingle"])
def test_every_form_can_be_made_and_reset(site: Path, form: str) -> None:
    code = f"import gymnasium as gym, r3gym; env = gym.make('{form}-SQL-v0', contest=0)\n" + (
        "print(*env.reset(seed=0)[1]['labels']); env.close()"
    )
    done = python(site, "-c", code)
    assert done.stdout.split() == (["1"] if "Single" in form else list("123456")), done.stderr


def test_a_contest_is_played_and_judged_on_real_databases(site: Path, tmp_path: Path) -> None:
    done = cli(
        site,
        "play",
        "--domain",
        "sql",
        "--policy",
        "scripted:scanner",
        "--budget",
        "40",
        "--json",
        "--out",
        str(tmp_path),
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)["result"]
    assert result["judges"] == ["sqlite/1"]
    assert result["score"] >= 3
    assert {p["verdict"] for p in result["problems"]} <= {"accepted", "wrong_answer"}


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("SELECT title FROM book WHERE pages > 300 AND shelf = 'N';", "accepted"),
        ("SELECT title FROM book WHERE pages >= 300 AND shelf = 'N'", "wrong_answer"),
        ("DELETE FROM book", "runtime_error"),
        ("SELECT 1; DROP TABLE book", "runtime_error"),
        ("ATTACH 'x.db' AS x", "runtime_error"),
        ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n", "time_limit"),
    ],
)
def test_the_judge_reads_and_never_writes(site: Path, tmp_path: Path, answer: str, verdict: str) -> None:
    row = {"id": 1, "suite": "embedded", "domain": "sql", "problem": "sql-thick-north", "answer": answer}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row) + "\n")
    done = cli(site, "judge", "--batch", str(tmp_path / "rows.jsonl"))
    assert json.loads(done.stdout)["verdict"] == verdict, done.stderr


def test_its_bank_holds_what_banks_must_hold(site: Path) -> None:
    done = cli(site, "problems", "verify", str(site / "r3gym_sql" / "data"), "--json")
    assert done.returncode == 0, done.stdout


def test_curves_oracle_and_analysis_know_it(site: Path, run: Path) -> None:
    curves = json.loads(cli(site, "curve", str(run), "--json").stdout)
    assert "sql-still-out" in json.dumps(curves)
    shown = cli(site, "analyze", str(run))
    assert shown.returncode == 0, shown.stderr
    assert "SQL" in shown.stdout
    cells = json.loads(cli(site, "analyze", str(run), "--json").stdout)
    assert '"oracle"' in json.dumps(cells)
    assert '"sql"' in json.dumps(cells)


def test_reports_and_the_twin_know_it(site: Path, run: Path, tmp_path: Path) -> None:
    records = sorted(run.rglob("*.json"))
    done = cli(site, "report", str(run / "records"), "--html", str(tmp_path / "page.html"))
    assert done.returncode == 0, (done.stderr, records[:3])
    assert "sql" in (tmp_path / "page.html").read_text("utf-8")
    code = f"import gymnasium as gym, r3gym; env = gym.make('R3Allocation-SQL-v0', profiles='campaign:{run}', " + (
        "pressure=0.8); print(env.reset(seed=0)[0].shape)"
    )
    twin = python(site, "-c", code)
    assert twin.stdout.strip() == "(56,)", twin.stderr


def test_an_unknown_domain_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(InputError, match="domain='poetry': choose one of code, math, ar"):
        get_domain("poetry")


def test_a_broken_domain_is_named_when_it_is_used_and_spoils_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata(tmp_path, "brkdom", "r3gym.domains", "Broken = brkdom_code:Thing", "import no_such_module\n")
    metadata(tmp_path, "odddom", "r3gym.domains", "Odd = odddom_code:make", "def make():\n    return 7\n")
    metadata(tmp_path, "thiefdom", "r3gym.domains", "code = odddom_code:make")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert domain_names()[3:] == ("broken", "odd")
    assert [domain.name for domain in domains()] == ["code", "math", "ar"]
    with pytest.raises(InputError, match="'Broken' could not be loaded from brkdom_code:Thing of brkdom"):
        get_domain("broken")
    with pytest.raises(InputError, match="is not the domain 'odd'"):
        get_domain("odd")
    listed = {entry.name: entry for entry in list_domains()}
    assert not listed["broken"].works
    assert listed["math"].works
    assert python(tmp_path, "-c", "import r3gym; print('fine')").stdout.strip() == "fine"
