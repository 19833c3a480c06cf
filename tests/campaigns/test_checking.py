"""`r3gym campaign check`: whatever was changed in a folder is found and named, and made again from the records."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from campaign_runs import campaign, play, r3gym

from r3gym.campaigns.accepting import manifest_text
from r3gym.campaigns.checking import FolderCheck, check_folder
from r3gym.campaigns.exporting import export_rows
from r3gym.campaigns.repairing import repair_folder
from r3gym.campaigns.running import campaign_status
from r3gym.campaigns.store import PLANS, Store, read_definition, record_name
from r3gym.errors import InputError
from r3gym.records import read_record, write_record
from r3gym.records.campaign_folder import ROWS, read_manifest, read_rows
from r3gym.records.row_file import row_line
from r3gym.utils.hashing import hash_json
from r3gym.utils.sealing import unseal_line, unseal_text


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished campaign with a baseline, measured caps, contests and one target."""
    home = tmp_path_factory.mktemp("played")
    fields = {"kinds": ["baseline", "contest", "target"], "budgets": None, "calibration": "measured", "repeats": 2}
    play(campaign(home, pressures=[0.5], **fields), home / "run", workers=4)
    return home / "run"


@pytest.fixture
def run(played: Path, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copytree(played, tmp_path / "run"))


def flip(path: Path, rng: random.Random) -> None:
    data = bytearray(path.read_bytes())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    path.write_bytes(data)


def repaired(run: Path) -> FolderCheck:
    with Store(run) as store:
        repair_folder(store, check_folder(run))
    return check_folder(run)


def exported(run: Path) -> bytes:
    out = run.parent / "out.jsonl"
    export_rows(run, out, allow_incomplete=False)
    return out.read_bytes()


def test_a_whole_folder_has_no_findings(run: Path) -> None:
    found = check_folder(run)
    assert (found.findings, found.notes) == ([], [])
    assert found.lines == found.records == len(found.plan) == 2 + 2 + 6
    done = r3gym("campaign", "check", run, "--json")
    assert (done.returncode, json.loads(done.stdout)["findings"]) == (0, [])


@pytest.mark.parametrize(
    "name", [ROWS, *PLANS, "definition.json", "manifest.json", "budgets.json", "bill.json", "records"]
)
def test_a_flipped_bit_is_found_named_and_mended(run: Path, name: str) -> None:
    before, rng = exported(run), random.Random(name)
    for _ in range(4):
        path = rng.choice(sorted((run / "records").glob("*/*.json"))) if name == "records" else run / name
        whole = path.read_bytes()
        flip(path, rng)
        found = check_folder(run)
        assert [one.file for one in found.findings if one.file == path.relative_to(run).as_posix()], found.findings
        if name != "records":
            assert repaired(run).findings == []
            assert exported(run) == before or name == ROWS
            assert sorted(exported(run).splitlines()) == sorted(before.splitlines())
            assert list((run / "broken").rglob(path.name)), "what was broken is kept aside"
            shutil.rmtree(run / "broken")
        path.write_bytes(whole)


def test_the_command_names_the_file_says_what_it_did_and_ends_with_1(run: Path) -> None:
    lines = (run / ROWS).read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"repeat":', b'"repeat": ', 1)
    (run / ROWS).write_bytes(b"".join(lines))
    found = r3gym("campaign", "check", run)
    assert found.returncode == 1
    assert "rows.jsonl: line 4: the checksum does not fit" in found.stdout
    for words in (("status", run), ("export", run, "--out", run.parent / "x.csv")):
        refused = r3gym("campaign", *words)
        assert refused.returncode == 2
        assert "line 4: the checksum does not fit" in refused.stderr
        assert "campaign check" in refused.stderr
    assert not (run.parent / "x.csv").exists()
    mended = r3gym("campaign", "check", run, "--repair")
    assert mended.returncode == 0
    assert "rows.jsonl: 9 rows kept, 1 made again from records" in mended.stdout
    assert campaign_status(run).pending == 0


@pytest.mark.parametrize("suite_is_there", [True, False])
def test_rows_plan_and_caps_come_from_the_records_alone(run: Path, played: Path, suite_is_there: bool) -> None:
    before = sorted(exported(run).splitlines())
    caps = json.loads((run / "budgets.json").read_bytes())
    plan = sorted((run / PLANS[1]).read_bytes().splitlines())
    for name in (ROWS, *PLANS, "budgets.json"):
        (run / name).write_bytes(b"\0")
    suite, away = played.parent / "suite", played.parent / "away"
    try:
        if not suite_is_there:
            suite.rename(away)
        found = repaired(run)
    finally:
        if not suite_is_there:
            away.rename(suite)
    assert found.findings == []
    assert sorted(exported(run).splitlines()) == before
    assert sorted((run / PLANS[1]).read_bytes().splitlines()) == plan
    assert json.loads((run / "budgets.json").read_bytes())["cells"] == caps["cells"]


@pytest.mark.parametrize("names", [(ROWS,), (PLANS[0],), (PLANS[1],), ("budgets.json",), (ROWS, *PLANS)], ids=str)
def test_a_file_that_is_gone_is_named_and_comes_back(run: Path, names: tuple[str, ...]) -> None:
    before = sorted(exported(run).splitlines())
    for name in names:
        (run / name).unlink()
    assert {one.file for one in check_folder(run).findings} == set(names)
    assert repaired(run).findings == []
    assert sorted(exported(run).splitlines()) == before


def test_a_damaged_record_goes_aside_and_its_row_stays(run: Path) -> None:
    row = next(read_rows(run))
    flip(run / record_name(row.id), random.Random(2))
    found = repaired(run)
    assert found.findings == []
    assert found.rows[row.id] == row.model_copy(update={"record": None}), "the row was whole: nothing is owed"
    assert list((run / "broken").rglob(f"{row.id}.json"))


def test_a_row_that_says_something_else_than_its_record_is_found(run: Path) -> None:
    lines = (run / ROWS).read_bytes().splitlines()
    row = next(read_rows(run))
    lines[0] = row_line(row.model_copy(update={"spent": row.spent + 1}))
    (run / ROWS).write_bytes(b"\n".join(lines) + b"\n")
    (one,) = check_folder(run).findings
    assert (one.file, one.what) == (record_name(row.id), "its row says something else: used")
    assert repaired(run).rows[row.id] == row, "the record is right"


def test_a_record_under_another_name_is_found(run: Path) -> None:
    first, second = list(read_rows(run))[:2]
    shutil.copy(run / record_name(first.id), run / record_name(second.id))
    (one,) = check_folder(run).findings
    assert one.what == f"it is the record of episode {first.id}"


def test_rows_that_are_gone_are_made_from_their_records_and_not_played(run: Path) -> None:
    before = exported(run)
    lines = (run / ROWS).read_bytes().splitlines(keepends=True)
    (run / ROWS).write_bytes(b"".join(lines[:4]))
    assert len(check_folder(run).rowless) == 6
    times = {path: path.stat().st_mtime_ns for path in (run / "records").glob("*/*.json")}
    assert r3gym("campaign", "resume", run).returncode == 0
    assert exported(run) == before
    assert {path: path.stat().st_mtime_ns for path in times} == times, "no episode was played"


def test_a_damaged_line_of_a_list_is_named_and_the_others_are_kept(run: Path) -> None:
    assert r3gym("campaign", "judge", run, "--again").returncode == 0
    assert r3gym("campaign", "judge", run, "--again").returncode == 0
    lines = (run / "judgings.jsonl").read_bytes().splitlines(keepends=True)
    (run / "judgings.jsonl").write_bytes(lines[0].replace(b'"verdicts_changed":0', b'"verdicts_changed":4') + lines[1])
    (one,) = check_folder(run).findings
    assert one.file == "judgings.jsonl"
    assert one.what.startswith("1 of 2 lines are damaged, the first is line 1")
    assert repaired(run).findings == []
    assert (run / "judgings.jsonl").read_bytes() == lines[1]


def test_a_campaign_file_that_no_run_left_so_is_named_and_resume_says_that_it_takes_it(run: Path) -> None:
    file = run / "campaign.toml"
    file.write_text("max_calls = 99  # a limit changes no result\n" + file.read_text("utf-8"), "utf-8")
    (one,) = check_folder(run).findings
    assert one.file == "campaign.toml"
    assert "edited, or a flipped bit" in one.what
    resumed = r3gym("campaign", "resume", run)
    assert resumed.returncode == 0
    assert "campaign.toml is not as the last run left it" in " ".join(resumed.stderr.split())
    assert check_folder(run).findings == []


def test_a_definition_made_again_from_something_else_says_so_in_every_table(run: Path) -> None:
    decided = read_definition(run)
    merged = {**decided.definition, "versions": {**decided.definition["versions"], "r3gym": "0.0.9"}}
    (run / "definition.json").write_text(decided.model_copy(update={"definition": merged}).to_text(), "utf-8")
    manifest = read_manifest(run).model_copy(update={"definition": hash_json(merged)})
    (run / "manifest.json").write_text(manifest_text(manifest), "utf-8")
    assert check_folder(run).findings == []
    damaged = (run / "definition.json").read_bytes().replace(b'"0.0.9"', b'"0.0.8"')
    (run / "definition.json").write_bytes(damaged)
    assert repaired(run).findings == []
    (note,) = campaign_status(run).changes
    assert "10 episodes before and 0 after" in note
    assert "the definition was damaged, and what it follows from is not now what it was then" in note


def older(run: Path) -> None:
    """Take all checksums away, as folders of older versions have none."""
    for name in ("manifest.json", "definition.json", "budgets.json"):
        (run / name).write_bytes(unseal_text((run / name).read_bytes())[0])
    for path in (run / "records").glob("*/*.json"):
        path.write_bytes(unseal_text(path.read_bytes())[0])
    for name in (ROWS, *PLANS):
        lines = (run / name).read_bytes().splitlines()
        (run / name).write_bytes(b"".join(unseal_line(line)[0] + b"\n" for line in lines))


def test_an_older_folder_is_readable_and_check_says_that_it_has_no_checksums(run: Path) -> None:
    before = campaign_status(run)
    older(run)
    found = check_folder(run)
    assert found.findings == []
    assert [note.partition(" without")[0] for note in found.notes] == [
        "manifest.json, definition.json, budgets.json:",
        "rows.jsonl: 10 rows",
        "records: 10 records",
    ]
    assert campaign_status(run) == before


def test_one_row_without_a_checksum_among_others_is_a_finding(run: Path) -> None:
    lines = (run / ROWS).read_bytes().splitlines()
    lines[2] = unseal_line(lines[2])[0]
    (run / ROWS).write_bytes(b"\n".join(lines) + b"\n")
    (one,) = check_folder(run).findings
    assert "1 rows have no checksum, the first in line 3" in one.what


def cut(run: Path) -> None:
    lines = (run / ROWS).read_bytes().splitlines(keepends=True)
    (run / ROWS).write_bytes(b"".join(lines[:-1]))


def garble(run: Path) -> None:
    (run / ROWS).write_bytes((run / ROWS).read_bytes() + b"{}\n")


@pytest.mark.parametrize("damage", [cut, garble])
def test_an_export_is_whole_or_there_is_none(run: Path, damage: Callable[[Path], None]) -> None:
    out = run.parent / "rows.csv"
    out.write_text("the last export")
    damage(run)
    with pytest.raises(InputError):
        export_rows(run, out, allow_incomplete=False)
    assert out.read_text() == "the last export"
    assert {path.name for path in run.parent.iterdir()} == {"run", "rows.csv"}


def test_an_unfinished_campaign_is_exported_when_told_so(run: Path) -> None:
    cut(run)
    refused = r3gym("campaign", "export", run, "--out", run.parent / "x.jsonl", "--missing", run.parent / "missing")
    assert refused.returncode == 1
    assert "1 of 10 episodes have no row yet" in refused.stderr
    assert not (run.parent / "x.jsonl").exists()
    assert len((run.parent / "missing").read_text().splitlines()) == 1
    told = r3gym("campaign", "export", run, "--out", run.parent / "x.jsonl", "--allow-incomplete")
    assert told.returncode == 0
    assert len((run.parent / "x.jsonl").read_text().splitlines()) == 9


def test_a_record_that_was_edited_and_sealed_again_contradicts_its_row(run: Path) -> None:
    row = next(read_rows(run))
    record = read_record(run / record_name(row.id))
    assert record.ledger is not None
    edited = record.model_copy(update={"ledger": record.ledger.model_copy(update={"free": 99})})
    write_record(run / record_name(row.id), edited)
    (one,) = check_folder(run).findings
    assert one.what == "its row says something else: free"
