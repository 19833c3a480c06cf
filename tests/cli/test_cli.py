"""The command line as a stranger uses it: a process of its own each time."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from command_line import INSTALLED, r3gym_command
from format1_view import format1_view

from r3gym.records import read_record


def r3gym(*words: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [r3gym_command(), *map(str, words)],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=cwd,
        env={"PATH": "/usr/bin:/bin"},
    )


def write_pool(path: Path, count: int = 6) -> Path:
    rows = [{"id": f"p{n}", "statement": f"What is {n} + 1?", "answer": str(n + 1)} for n in range(count)]
    path.write_text("".join(json.dumps(r) + "\n" for r in rows), "utf-8")
    return path


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("demo",),
        ("play",),
        ("list",),
        ("judge",),
        ("explain",),
        *(
            (group, verb)
            for group, verbs in {"suite": ("show", "build", "import"), "problems": ("verify", "import")}.items()
            for verb in verbs
        ),
        *(("sandbox", verb) for verb in ("check", "build", "gc")),
    ],
)
def test_every_verb_has_help(words: tuple[str, ...]) -> None:
    done = r3gym(*words, "--help")
    assert done.returncode == 0
    assert "Usage: r3gym" in done.stdout


def test_version() -> None:
    import r3gym as package

    expected = f"r3gym {package.__version__}\n"
    assert r3gym("--version").stdout == expected
    assert subprocess.run([INSTALLED, "--version"], capture_output=True, text=True, check=True).stdout == expected


def test_demo_plays_all_domains_and_leaves_records(tmp_path: Path) -> None:
    done = r3gym("demo", "--out", tmp_path / "records", "--pressure", "0.2", "--json")
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    assert {row["domain"] for row in rows} == {"code", "math", "ar"}
    for row in rows:
        assert format1_view(read_record(Path(row["record"])))["result"] == row["result"]
        assert row["ledger"]["used"] <= row["ledger"]["total"]
        assert not row["result"]["judge_errors"]
    page = (tmp_path / "records/report.html").read_text("utf-8")
    assert "No response curves, so no oracle and no gap: scripted:scanner, agentic, ar;" in page
    assert 'id="scoreboard"' in page


def test_play_renders_a_scoreboard_and_prints_the_result(tmp_path: Path) -> None:
    done = r3gym("play", "--domain", "math", "--contest", "1", "--budget", "2", "--render", "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "math-002" in done.stdout
    assert "1 of 2 used" in done.stdout
    assert "2/2" in done.stdout
    assert len(list(tmp_path.glob("*.json"))) == 1


def test_bring_your_own_problems_with_one_command(tmp_path: Path) -> None:
    pool, suite = write_pool(tmp_path / "pool.jsonl"), tmp_path / "suite"
    assert r3gym("suite", "import", pool, "--domain", "math", "--out", suite).returncode == 0
    shown = r3gym("suite", "show", suite, "--domain", "math", "--json")
    assert len(json.loads(shown.stdout)[0]["contests"]) == 1
    played = r3gym("play", "--suite", suite, "--domain", "math", "--budget", "3", "--json", "--out", tmp_path / "r")
    assert json.loads(played.stdout)["ledger"]["used"] == 3


def test_a_suite_of_contests_of_another_size(tmp_path: Path) -> None:
    pool, suite = write_pool(tmp_path / "pool.jsonl"), tmp_path / "suite"
    made = r3gym("suite", "import", pool, "--domain", "math", "--out", suite, "--problems", "3", "--json")
    assert json.loads(made.stdout)["contests"] == 2
    played = r3gym("play", "--suite", suite, "--domain", "math", "--budget", "2", "--out", tmp_path / "r")
    assert "3 problems, one budget" in played.stdout
    assert "C/3" in played.stdout
    assert "D/4" not in played.stdout
    for options, message in (
        (("--problems", "13"), "a whole number from 2 to 12"),
        (("--tiers", "9/9/9"), "as in 3/2/1"),
        (("--problems", "4", "--tiers", "1/1/1"), "these are 3"),
        (("--tiers", "1/1/1"), "no tiers to mix"),
    ):
        refused = r3gym("suite", "import", pool, "--domain", "math", "--out", tmp_path / "no", *options)
        assert refused.returncode == 2
        assert message in " ".join(refused.stderr.split())


def test_suite_show_hides_tiers() -> None:
    done = r3gym("suite", "show", "embedded", "--json")
    suites = json.loads(done.stdout)
    assert [s["domain"] for s in suites] == ["code", "math", "ar"]
    assert all(s["tiers"] == "declared" for s in suites)
    assert not any(f'"{tier}"' in done.stdout for tier in ("easy", "medium", "hard"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("play", "--suite", "nowhere"), "suite='nowhere'"),
        (("play", "--contest", "99"), "contest=99"),
        (("play", "--policy", "gpt"), "choose one of scripted:tunnel"),
        (("play", "--pressure", "0.3"), "pressure=0.3"),
        (("play", "--sandbox", "chroot"), "no sandbox backend 'chroot'"),
        (("judge", "nothing", "here.cpp"), "nothing: not found"),
        (("suite", "import", "no.jsonl", "--domain", "math", "--out", "x"), "no.jsonl: not found"),
        (("explain", "ls", "--focus", "Z"), "focus 'Z'"),
        (("play", "--domain", "music"), "music"),
    ],
)
def test_a_wrong_call_exits_2_and_names_the_input(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    done = r3gym(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_explain_names_the_deciding_part() -> None:
    done = r3gym("explain", "ls && g++ a.cpp", "--focus", "A", "--json")
    assert json.loads(done.stdout) == {
        "kind": "counted",
        "category": "compute",
        "reason": "'g++' is listed as compilation or execution",
        "word": "g++",
        "policy": "compute_tools-v2",
    }


def test_judge_a_program_against_a_package() -> None:
    import r3gym as package

    bank = Path(package.__file__).parent / "data" / "embedded-v1" / "code" / "packages" / "tidewalk"
    right = next((bank / "submissions" / "accepted").glob("*.cpp"))
    wrong = next((bank / "submissions" / "wrong_answer").glob("*.cpp"))
    accepted = r3gym("judge", bank, right, "--json")
    assert accepted.returncode == 0
    assert json.loads(accepted.stdout)["outcome"] == "accepted"
    refused = r3gym("judge", bank, wrong)
    assert refused.returncode == 1
    assert "wrong_answer" in refused.stdout


def test_sandbox_check_says_what_this_machine_can_do() -> None:
    done = r3gym("sandbox", "check", "bubblewrap", "--json")
    assert done.returncode == 0, done.stdout
    rows = json.loads(done.stdout)
    assert all(row["ok"] for row in rows if row["backend"] == "bubblewrap")
