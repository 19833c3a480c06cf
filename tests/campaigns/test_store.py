"""The store: one line per row, a torn line is owed again, one runner at a time, the row that counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from r3gym.campaigns.store import TORN, Store, record_name
from r3gym.campaigns.totals import CampaignTotals
from r3gym.cells.table import table_of
from r3gym.core.setting import Setting
from r3gym.core.verdict import Outcome, ParseState
from r3gym.errors import InputError
from r3gym.records import read_record
from r3gym.records.campaign_folder import ROWS, counted_rows, read_rows
from r3gym.records.counting_row import rows_that_count
from r3gym.records.partial import partial_path
from r3gym.records.row_file import RowTail
from r3gym.records.rows import EpisodeRow, Failure, FailureClass, ModelSpend, RunKind, Slot

RECORD = read_record(Path(__file__).parents[1] / "records" / "format1" / "ar-single.json")
FAILED = Failure(kind=FailureClass.MODEL, message="no", attempts=3)


def row(name: str, failure: Failure | None = None, score: int = 1) -> EpisodeRow:
    slot = Slot(problem_id="p", label="1", correct=True, parse=ParseState.ANSWERED, verdict=Outcome.ACCEPTED)
    return EpisodeRow(
        id=name,
        kind=RunKind.CONTEST,
        policy="x",
        setting=Setting.AGENTIC,
        domain="ar",
        suite="s",
        contest="c",
        repeat=1,
        seed=0,
        slots=() if failure else (slot,) * score,
        failure=failure,
    )


def test_rows_come_back_as_they_went_in(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        kept = [store.add(row("a")), store.add(row("b", FAILED)), store.add(row("c"), RECORD)]
    assert list(read_rows(tmp_path)) == kept
    assert kept[2].record == record_name("c")
    assert read_record(tmp_path / record_name("c")) == RECORD


def test_what_was_written_while_an_episode_was_played_goes_when_its_row_is_there(tmp_path: Path) -> None:
    for name, record in (("a", RECORD), ("b", None)):
        partial = partial_path(tmp_path / record_name(name))
        partial.parent.mkdir(parents=True)
        partial.write_text("")
        with Store(tmp_path) as store:
            store.add(row(name), record)
        assert not partial.exists()


@settings(max_examples=60, deadline=None)
@given(st.integers(min_value=1, max_value=400))
def test_a_torn_last_line_is_cut_off_kept_aside_and_owed(tmp_path_factory: pytest.TempPathFactory, lost: int) -> None:
    folder = tmp_path_factory.mktemp("torn")
    with Store(folder) as store:
        for name in "abc":
            store.add(row(name))
    whole = (folder / ROWS).read_bytes()
    (folder / ROWS).write_bytes(whole[:-lost])
    last = whole.splitlines(keepends=True)[-1]
    tail = RowTail()
    assert [r.id for r in read_rows(folder, tail)] == ["a", "b"]
    assert tail.torn_bytes == len(last) - lost
    with Store(folder) as store:
        assert store.cut_bytes == len(last) - lost
        store.add(row("c"))
    assert (folder / ROWS).read_bytes() == whole
    assert (folder / TORN).exists() == (lost < len(last))


@pytest.mark.parametrize(("stranger", "said"), [(b'{"id": 3}', "id: Input should be"), (b"\xff", "Invalid JSON")])
def test_another_line_that_is_no_row_is_an_error_with_file_and_line(tmp_path: Path, stranger: bytes, said: str) -> None:
    with Store(tmp_path) as store:
        store.add(row("a"))
        store.add(row("b"))
    lines = (tmp_path / ROWS).read_bytes().splitlines(keepends=True)
    (tmp_path / ROWS).write_bytes(lines[0] + stranger + b"\n" + lines[1])
    with pytest.raises(InputError, match=rf"rows\.jsonl, line 2: .*{said}"):
        list(read_rows(tmp_path))


def test_two_runners_on_one_folder_are_refused(tmp_path: Path) -> None:
    with Store(tmp_path), pytest.raises(InputError, match=r"another runner is writing here \(process \d+ on "):
        Store(tmp_path)
    Store(tmp_path).close()


def test_records_that_were_being_written_at_a_kill_are_removed(tmp_path: Path) -> None:
    half = tmp_path / "records" / "ab" / ".abc.json-x1"
    half.parent.mkdir(parents=True)
    half.write_text("{")
    Store(tmp_path).close()
    assert not half.exists()


def test_the_last_row_counts_and_a_failure_never_replaces_a_result() -> None:
    tally = CampaignTotals.of(
        [row("a", FAILED), row("b", FAILED), row("a", score=2), row("a", score=5), row("a", FAILED)]
    )
    assert tally.done == {"a"}
    assert set(tally.failed) == {"b"}
    assert tally.score == 5
    assert (tally.contests, tally.judged_again, tally.duplicates) == (1, 1, 1)


def test_an_episode_that_was_judged_again_is_paid_for_once() -> None:
    paid = ModelSpend(calls=3, cost=0.5, currency="USD")
    played = row("a", score=2).model_copy(update={"started": "2026-01-01T00:00:00Z", "seconds": 4.0, "spend": paid})
    tally = CampaignTotals.of([played, played.model_copy(update={"slots": ()})])
    assert (tally.score, tally.calls, tally.costs["USD"], tally.seconds) == (0, 3, 0.5, 4.0)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("ab"), st.booleans(), st.integers(0, 6)), max_size=12))
def test_every_reader_counts_the_same_row(
    tmp_path_factory: pytest.TempPathFactory, written: list[tuple[str, bool, int]]
) -> None:
    rows = [row(name, FAILED if failed else None, score) for name, failed, score in written]
    expected = {}
    for one in rows:  # the rule in words: the last result, else the last failure
        if one.failure is None or one.id not in {r.id for r in expected.values() if r.failure is None}:
            expected[one.id] = one
    assert rows_that_count(rows) == expected
    results = {name: one for name, one in expected.items() if one.failure is None}
    tally = CampaignTotals.of(rows)
    assert (tally.done, tally.score) == (set(results), sum(one.score for one in results.values()))
    assert tally.failed == {name: one for name, one in expected.items() if one.failure is not None}
    table = table_of(rows)
    assert sorted(table.column["slots"]) == sorted(len(one.slots) for one in results.values())
    folder = tmp_path_factory.mktemp("rule")
    with Store(folder) as store:
        for one in rows:
            store.add(one)
    assert counted_rows(folder) == list(expected.values())


def test_failures_are_never_part_of_the_score() -> None:
    tally = CampaignTotals.of([row("a", score=4), row("b", FAILED)])
    assert tally.mean_score == 4
    assert tally.failures() == {FailureClass.MODEL: 1}
