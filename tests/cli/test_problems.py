"""``r3gym problems`` as a stranger uses it: a real process each time."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from command_line import r3gym_command

EMBEDDED = Path(__file__).resolve().parents[2] / "r3gym" / "data" / "embedded-v1" / "code" / "packages"

RIGHT = "#include <iostream>\nint main() { int a; std::cin >> a; std::cout << a; }\n"
WRONG = "int main() {}\n"


def problems(*words: str | Path, cache: Path | None = None) -> subprocess.CompletedProcess[str]:
    cached = {"R3GYM_CACHE_DIR": str(cache)} if cache else {}
    environment = {"PATH": os.environ["PATH"], **cached}
    return subprocess.run(
        [r3gym_command(), "problems", *map(str, words)], capture_output=True, text=True, timeout=600, env=environment
    )


def package(folder: Path, submissions: dict[str, str]) -> Path:
    files = {
        "problem.yaml": "name: Echo\nlimits:\n  time_limit: 1\n",
        "problem_statement/problem.en.md": "Print the number.\n",
        "data/sample/1.in": "1\n",
        "data/sample/1.ans": "1\n",
        "data/secret/1.in": "2\n",
        "data/secret/1.ans": "2\n",
        **{f"submissions/{name}": text for name, text in submissions.items()},
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def plain(folder: Path, number: int) -> Path:
    folder.mkdir(parents=True)
    for name, text in {"1.in": f"{number}\n", "1.out": f"{number}\n", "statement.md": "# Echo\n\nPrint it.\n"}.items():
        (folder / name).write_text(text)
    return folder


def test_verify_prints_a_row_per_submission_and_a_summary(tmp_path: Path) -> None:
    package(tmp_path / "echo", {"accepted/a.cpp": RIGHT, "wrong_answer/b.cpp": WRONG})
    done = problems("verify", tmp_path / "echo")
    assert done.returncode == 0, done.stdout + done.stderr
    for word in (
        "package",
        "submission",
        "expected",
        "verdict",
        "slowest",
        "ok",
        "accepted/a.cpp",
        "wrong_answer/b.cpp",
    ):
        assert word in done.stdout
    assert "1 packages, 2 submissions, 0 disagreements" in done.stdout
    assert "Traceback" not in done.stderr


def test_verify_goes_on_after_a_broken_package_and_lists_what_it_did_not_verify(tmp_path: Path) -> None:
    package(tmp_path / "a-liar", {"accepted/a.cpp": WRONG})
    package(tmp_path / "b-broken", {"accepted/a.cpp": RIGHT})
    (tmp_path / "b-broken" / "data" / "secret" / "1.ans").unlink()
    package(tmp_path / "c-silent", {})
    package(tmp_path / "d-good", {"accepted/a.cpp": RIGHT})
    done = problems("verify", tmp_path, "--json")
    assert done.returncode == 1
    rows = {row["package"]: row for row in json.loads(done.stdout)}
    assert list(rows) == ["a-liar", "b-broken", "c-silent", "d-good"]
    assert {name: row["agrees"] for name, row in rows.items()} == {
        "a-liar": False,
        "b-broken": False,
        "c-silent": False,
        "d-good": True,
    }
    assert (rows["a-liar"]["expected"], rows["a-liar"]["verdict"]) == ("accepted", "wrong_answer")
    assert "a test without an answer" in rows["b-broken"]["error"]
    assert "no submissions" in rows["c-silent"]["error"]
    table = problems("verify", tmp_path)
    assert table.returncode == 1
    assert "4 packages, 2 submissions, 1 disagreements, 2 packages not verified" in table.stdout


@pytest.mark.parametrize(("given", "message"), [("nowhere", "not a folder"), ("empty", "no problem package in it")])
def test_verify_of_a_folder_without_packages_is_a_wrong_call(given: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = problems("verify", tmp_path / given)
    assert done.returncode == 2
    assert message in done.stderr
    assert given in done.stderr


@pytest.mark.slow
def test_verify_without_an_argument_verifies_the_embedded_bank(tmp_path: Path) -> None:
    done = problems("verify", "--json", cache=tmp_path)
    found = json.loads(done.stdout)
    rows = [row for row in found if "package" in row]
    checks = [row for row in found if "check" in row]
    assert len(rows) + len(checks) == len(found)
    wrong = [row for row in rows if not row["agrees"]] + [row for row in checks if not row["ok"]]
    assert done.returncode == 0, wrong
    assert {row["package"] for row in rows} == {path.name for path in EMBEDDED.iterdir()}
    assert len(rows) == sum(1 for _ in EMBEDDED.glob("*/submissions/*/*"))
    assert {row["domain"] for row in checks} == {"code", "math", "ar"}


def test_import_says_what_it_did_and_names_the_next_command(tmp_path: Path) -> None:
    for number in range(6):
        plain(tmp_path / "in" / f"p{number}", number)
    done = problems("import", tmp_path / "in", "--to", tmp_path / "to")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "6 imported, 0 unchanged, 0 refused" in done.stdout
    assert "assumed time limit: 4 s" in done.stdout
    assert f"r3gym play --domain code --suite packages:{tmp_path / 'to'}" in done.stdout
    played = subprocess.run(
        [r3gym_command(), "play", "--domain", "code", "--suite", f"packages:{tmp_path / 'to'}", "--budget", "2",
         "--json", "--out", tmp_path / "records"],
        capture_output=True, text=True, timeout=300, env={"PATH": os.environ["PATH"]},
    )  # fmt: skip
    assert played.returncode == 0, played.stderr
    assert len(json.loads(played.stdout)["result"]["problems"]) == 6
    again = problems("import", tmp_path / "in", "--to", tmp_path / "to", "--json")
    assert [row["status"] for row in json.loads(again.stdout)] == ["unchanged"] * 6


def test_import_lists_bad_problems_with_file_rule_and_fix(tmp_path: Path) -> None:
    plain(tmp_path / "in" / "good", 1)
    bad = plain(tmp_path / "in" / "bad", 2)
    (bad / "1.out").unlink()
    done = problems("import", tmp_path / "in", "--to", tmp_path / "to")
    assert done.returncode == 1
    assert f"bad: {bad / '1.in'}: a test without an answer. Fix: add 1.ans beside it" in done.stdout
    assert "1 imported, 0 unchanged, 1 refused" in done.stdout
    shutil.copy(bad / "1.in", bad / "1.out")
    assert problems("import", tmp_path / "in", "--to", tmp_path / "to").returncode == 0
    assert {path.name for path in (tmp_path / "to").iterdir()} == {"good", "bad"}


@pytest.mark.parametrize(
    ("words", "message"),
    [(("nowhere",), "nowhere: not found"), ((".", "--format", "polygon"), "--format 'polygon': choose auto, icpc")],
)
def test_a_wrong_import_call(words: tuple[str, ...], message: str) -> None:
    done = problems("import", *words)
    assert done.returncode == 2
    assert message in done.stderr
