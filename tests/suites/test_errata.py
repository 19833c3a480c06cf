"""Errata: wrong keys are corrected, contests with undecidable ones left out, and both are stated."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from r3gym.cli.main import app
from r3gym.core.verdict import ParsedAnswer, ParseState
from r3gym.judging.artifacts import judge_parsed
from r3gym.suites import SuiteError, corrected_problems, load_keys, load_suite
from r3gym.suites.reference import absolute_reference

WHY = {"why": "the key forgets a case", "source": "https://example.org/issue/1"}


def errata_file(path: Path, *errata: dict[str, Any]) -> str:
    path.write_text(json.dumps({"format": "r3gym-errata-1", "errata": [{**WHY, **one} for one in errata]}), "utf-8")
    return f"embedded?errata={path}"


def first(contest: int = 0) -> str:
    return load_suite("embedded", "math").contests[contest].problems[0].id


def test_a_corrected_key_is_the_one_that_judges_and_the_verdict_says_so(tmp_path: Path) -> None:
    name = first()
    given = errata_file(tmp_path / "e.json", {"domain": "math", "problem": name, "what": "correct", "answer": "-77/13"})
    suite = load_suite(given, "math")
    assert load_keys(given, "math", [name])[name].reference == "-77/13"  # type: ignore[attr-defined]
    assert load_keys("embedded", "math", [name])[name].reference != "-77/13"  # type: ignore[attr-defined]
    contest = suite.contests[0]
    label = contest.labels[0]
    answer = ParsedAnswer(label, ParseState.ANSWERED, r"-\frac{77}{13}")
    result = judge_parsed(given, contest, [answer], {})
    assert result.score == 1
    assert "key corrected by the suite's errata" in result.summary()["problems"][0]["detail"]
    assert judge_parsed("embedded", contest, [answer], {}).score == 0
    assert corrected_problems(given, "math") == {name}
    assert "1 keys corrected" in suite.provenance
    assert suite.content_hash != load_suite("embedded", "math").content_hash


def test_an_excluded_problem_takes_its_contest_with_it(tmp_path: Path) -> None:
    given = errata_file(tmp_path / "e.json", {"domain": "math", "problem": first(2), "what": "exclude"})
    whole, suite = load_suite("embedded", "math"), load_suite(given, "math")
    assert [c.id for c in suite.contests] == [c.id for n, c in enumerate(whole.contests) if n != 2]
    assert "1 contests left out" in suite.provenance
    assert load_suite(given, "ar").content_hash == load_suite("embedded", "ar").content_hash, "another domain"


def test_a_toml_file_and_an_absolute_reference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f'format = "r3gym-errata-1"\n[[errata]]\ndomain = "math"\nproblem = "{first()}"\nwhat = "exclude"\n'
    (tmp_path / "e.toml").write_text(text + 'why = "w"\nsource = "s"\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    given = absolute_reference("embedded?errata=e.toml")
    monkeypatch.chdir("/")
    assert len(load_suite(given, "math").contests) == len(load_suite("embedded", "math").contests) - 1


@pytest.mark.parametrize(
    ("erratum", "said"),
    [
        ({"domain": "math", "problem": "no-such", "what": "exclude"}, "no problem no-such"),
        ({"domain": "math", "problem": "x", "what": "correct"}, "needs the new answer"),
        ({"domain": "math", "problem": "x", "what": "exclude", "answer": "1"}, "needs the new answer"),
        ({"domain": "math", "problem": "x", "what": "ignore"}, "what"),
        ({"domain": "math", "problem": "x", "what": "exclude", "why": ""}, "why"),
    ],
)
def test_faulty_errata_are_refused(tmp_path: Path, erratum: dict[str, Any], said: str) -> None:
    with pytest.raises(SuiteError, match=said):
        load_suite(errata_file(tmp_path / "e.json", erratum), "math")


def test_a_program_cannot_be_corrected_by_an_answer(tmp_path: Path) -> None:
    name = load_suite("embedded", "code").contests[0].problems[0].id
    given = errata_file(tmp_path / "e.json", {"domain": "code", "problem": name, "what": "correct", "answer": "1"})
    with pytest.raises(SuiteError, match="only 'exclude' is possible"):
        load_keys(given, "code", [name])


def test_a_missing_or_broken_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="there is no such file"):
        load_suite(f"embedded?errata={tmp_path}/none.json", "math")
    (tmp_path / "broken.json").write_text("{", "utf-8")
    with pytest.raises(SuiteError, match="cannot be read as errata"):
        load_suite(f"embedded?errata={tmp_path}/broken.json", "math")
    twice = {"domain": "math", "problem": first(), "what": "exclude"}
    with pytest.raises(SuiteError, match="listed twice"):
        load_suite(errata_file(tmp_path / "twice.json", twice, twice), "math")


def test_suite_show_lists_the_errata_without_the_new_answer(tmp_path: Path) -> None:
    given = errata_file(
        tmp_path / "e.json", {"domain": "math", "problem": first(), "what": "correct", "answer": "-7/13"}
    )
    shown = [
        CliRunner().invoke(app, ["suite", "show", given, "--domain", "math", *more]).stdout for more in ([], ["--json"])
    ]
    for text in shown:
        assert first() in text
        assert "forgets a case" in text
        assert "-7/13" not in text
