"""``r3gym paper``: lists and prints."""

from __future__ import annotations

import csv
import io
import json
import subprocess

import pytest
from command_line import r3gym_command


def call(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([r3gym_command(), "paper", *arguments], capture_output=True, text=True, check=False)


def test_without_an_argument_the_tables_are_listed_with_their_labels() -> None:
    done = call()
    assert done.returncode == 0
    assert "tiers-agentic" in done.stdout
    assert "tab:eci_discriminant" in done.stdout
    assert [table["name"] for table in json.loads(call("--json").stdout)][:2] == ["main", "schedulers"]


def test_a_table_is_printed_whole_even_on_a_narrow_terminal() -> None:
    done = call("main")
    assert done.returncode == 0
    lines = [line for line in done.stdout.splitlines() if "Claude-Opus-4.8" in line]
    assert [len(line.split()) for line in lines] == [12] * 4
    assert lines[2].split()[3:] == ["4.46", "4.46", "0.00", "2.24", "3.56", "37.08", "3.77", "3.88", "2.84"]


def test_one_model_as_json_and_as_csv() -> None:
    rows = json.loads(call("tab:online_scheduler_directives", "--model", "hy-3", "--json").stdout)["rows"]
    assert [row["coverage"] for row in rows] == [1.64, 1.56, 0.48]
    table = list(csv.DictReader(io.StringIO(call("budgets", "--csv").stdout)))
    assert len(table) == 18
    assert table[0]["tool_free_0.2"] == "19161"


def test_claims_are_listed_with_every_place() -> None:
    said = [row for row in json.loads(call("claims", "--json").stdout) if row["id"] == "equal-beats-contest"]
    assert [(row["where"].split(",")[0], row["value"]) for row in said] == [
        ("abstract", 3),
        ("section 1", 3),
        ("section 4.2", 4),
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["mian"], "table 'mian': choose one of main"),
        (["main", "--model", "GPT-4"], "model 'GPT-4': the paper has DeepSeek-Chat"),
        (["eci", "--model", "Hy-3"], "table 'eci' has no models"),
        (["main", "--json", "--csv"], "either --csv or --json"),
        (["main", "runs"], "a campaign goes with compare"),
        (["compare"], "compare needs the folder of a campaign"),
    ],
)
def test_a_wrong_call_names_the_input_and_the_fix(arguments: list[str], message: str) -> None:
    done = call(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""
