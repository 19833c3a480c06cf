"""Third parties add schedulers and policies by entry point: really installed, listed, played, and named when broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from installed_example import cli, install_example, metadata

from r3gym.errors import InputError
from r3gym.policies import list_policies, make_policy
from r3gym.records import read_record
from r3gym.schedulers import Coverage, list_schedulers, make_scheduler, scheduler_names


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example of the docs, installed by pip into a folder of its own."""
    return install_example(tmp_path_factory.mktemp("site"))


def test_the_example_of_the_docs_is_short(installed: Path) -> None:
    code = [line for line in (installed / "r3gym_hare.py").read_text("utf-8").splitlines() if line.strip()]
    assert len(code) <= 40, "a scheduler and a policy, documented"


def test_an_installed_package_is_listed_with_one_line_each(installed: Path) -> None:
    listed = json.loads(cli(installed, "list", "--json").stdout)
    assert listed["schedulers"]["last_first"] == "The last problem that had no paid step, then done."
    assert listed["policies"]["hare"] == "Computes once where it is told to, and answers that."
    lines = cli(installed, "list").stdout.splitlines()
    assert sum("last_first" in line for line in lines) == 1


def test_an_installed_scheduler_drives_an_installed_policy(installed: Path, tmp_path: Path) -> None:
    play = ("play", "--domain", "math", "--budget", "4", "--policy", "hare:42", "--scheduler", "last_first", "--json")
    done = cli(installed, *play, "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    row = json.loads(done.stdout)
    assert row["ledger"]["per_problem"] == {"1": 0, "2": 0, "3": 1, "4": 1, "5": 1, "6": 1}
    assert [p["parse"] for p in row["result"]["problems"]] == ["missing"] * 2 + ["answered"] * 4
    record = read_record(next(tmp_path.glob("*.json")))
    assert record.contestant is not None
    assert (record.settings.scheduler, record.contestant.name) == ("last_first", "hare")
    assert record.steps[0].driver is not None


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_a_broken_package_is_named_and_spoils_nothing_else(site: Path) -> None:
    metadata(site, "brk", "r3gym.schedulers", "broken = brk_code:Thing", "import no_such_module\n")
    assert "broken" in scheduler_names()
    with pytest.raises(InputError, match="'broken' could not be loaded from brk_code:Thing of brk: ModuleNotFound"):
        make_scheduler("broken")
    listed = {entry.name: entry for entry in list_schedulers()}
    assert not listed["broken"].works
    assert "of brk" in listed["broken"].what
    assert listed["coverage"].works
    assert make_scheduler("coverage").name == "coverage"


def test_what_is_no_scheduler_or_policy_is_refused(site: Path) -> None:
    metadata(site, "odd", "r3gym.schedulers", "odd = odd_code:make", "def make():\n    return 7\n")
    metadata(site, "odder", "r3gym.policies", "odder = odder_code:make", "def make(**_):\n    return 7\n")
    with pytest.raises(InputError, match="is not a scheduler: it needs name"):
        make_scheduler("odd")
    with pytest.raises(InputError, match=r"is not a policy: it needs act\(obs, info\) and notes"):
        make_policy("odder", suite="embedded", domain="math", seed=0)


def test_a_factory_that_fails_is_named(site: Path) -> None:
    metadata(site, "sad", "r3gym.schedulers", "sad = sad_code:make", "def make():\n    raise RuntimeError('no')\n")
    with pytest.raises(InputError, match="sad_code:make of sad failed when it was called: RuntimeError: no"):
        make_scheduler("sad")


def test_a_name_of_ours_cannot_be_taken(site: Path) -> None:
    metadata(site, "thief", "r3gym.schedulers", "coverage = thief_code:Mine", "class Mine:\n    pass\n")
    assert isinstance(make_scheduler("coverage"), Coverage)
    assert scheduler_names().count("coverage") == 1


def test_an_unknown_policy_names_the_known_ones() -> None:
    with pytest.raises(InputError, match="choose one of scripted:tunnel, scripted:scanner"):
        make_policy("tortoise", suite="embedded", domain="math", seed=0)
    with pytest.raises(InputError, match="'hare' is none of tunnel, scanner, sharp, blind"):
        make_policy("scripted:hare", suite="embedded", domain="math", seed=0)
    assert [entry.name for entry in list_policies()][:2] == ["scripted:tunnel", "scripted:scanner"]
