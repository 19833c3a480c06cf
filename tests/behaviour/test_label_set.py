"""A label set is durable, resumable, and safe with several writers; what it does not accept it names."""

from __future__ import annotations

import json
import multiprocessing
import re
from pathlib import Path

import pytest
from made_episodes import MadeEpisode

from r3gym.behaviour import (
    Annotator,
    Label,
    LabelRefused,
    LabelSet,
    Quotation,
    label_set_path,
    label_sets,
    standard_record,
)
from r3gym.errors import InputError

ANN, BEN = Annotator(type="person", name="ann"), Annotator(type="person", name="ben")
RECORD = standard_record(MadeEpisode().think("A is hard.").focus("A").run("g++ a.cpp").finish().record())


def coverage(value: str, problem: str = "A", who: Annotator = ANN, episode: str = "e1", **more: object) -> Label:
    quotes = (Quotation(event="r1", text="A is hard."),) if value == "true" else ()
    return Label(
        episode=episode, kind="coverage", problem=problem, value=value, quotations=quotes, annotator=who, **more
    )


def test_what_was_added_is_there_for_the_next_reader(tmp_path: Path) -> None:
    file = label_set_path(tmp_path, "ann")
    mine = LabelSet(file)
    stored = mine.add(coverage("true"), RECORD)
    assert stored.facts == RECORD.facts
    assert LabelSet(file).labels() == (stored,)
    assert label_sets(tmp_path) == {"ann": file}
    assert json.loads(file.read_bytes().splitlines()[0])["format"] == "r3gym-labels-1"


def test_the_last_row_of_a_place_counts_and_a_withdrawn_one_is_gone(tmp_path: Path) -> None:
    mine = LabelSet(tmp_path / "a.jsonl")
    mine.add(coverage("true"), RECORD)
    mine.add(coverage("false"), RECORD)
    mine.add(coverage("unknown", who=BEN), RECORD)
    assert [one.value for one in LabelSet(mine.path).labels(annotator=ANN)] == ["false"]
    mine.add(coverage("false", withdrawn=True), RECORD)
    assert [(one.annotator, one.value) for one in LabelSet(mine.path).labels()] == [(BEN, "unknown")]
    assert len(mine.path.read_bytes().splitlines()) == 5  # nothing was rewritten


def test_a_refused_label_leaves_no_trace_and_a_batch_is_whole_or_absent(tmp_path: Path) -> None:
    mine = LabelSet(tmp_path / "a.jsonl")
    wrong = coverage("true").model_copy(update={"quotations": (Quotation(event="r1", text="B is hard."),)})
    with pytest.raises(LabelRefused, match="does not hold 'B is hard"):
        mine.add_all([coverage("false", "B"), wrong], RECORD)
    assert LabelSet(mine.path).labels() == ()
    mine.add_all([coverage("false", "B"), coverage("true")], RECORD, finished=True)
    again = LabelSet(mine.path)
    assert (len(again.labels()), again.finished(ANN), again.finished(BEN)) == (2, ("e1",), ())


def test_labels_of_one_batch_can_build_on_each_other(tmp_path: Path) -> None:
    made = MadeEpisode().think("First A.").run("g++ a.cpp", "fails").think("It fails, so B now.").focus("B").finish()
    quotes = (("r1", "First A.", "prior"), ("s0.output", "fails", "trigger"), ("r2", "so B now", "revision"))
    update = Label(
        episode="e",
        kind="strategy_update",
        value="true",
        quotations=tuple(Quotation(event=e, text=t, role=r) for e, t, r in quotes),
        annotator=ANN,
    )
    link = (Quotation(event="r2", text="It fails, so", role="link"),)
    rational = update.model_copy(update={"kind": "rational_update", "quotations": link})
    record = standard_record(made.record())
    assert len(LabelSet(tmp_path / "a.jsonl").add_all([update, rational], record)) == 2
    with pytest.raises(LabelRefused, match="label that first"):
        LabelSet(tmp_path / "b.jsonl").add_all([rational, update], record)


@pytest.mark.parametrize("cut", [1, 20, 60])
def test_a_torn_line_is_read_over_and_cut_off_by_the_next_writer(tmp_path: Path, cut: int) -> None:
    mine = LabelSet(tmp_path / "a.jsonl")
    mine.add(coverage("true"), RECORD)
    whole = mine.path.read_bytes()
    mine.add(coverage("false", "B"), RECORD)
    line = mine.path.read_bytes()[len(whole) :]
    mine.path.write_bytes(whole + line[:cut])
    again = LabelSet(mine.path)
    assert [one.problem for one in again.labels()] == ["A"]
    again.add(coverage("false", "C"), RECORD)
    assert [one.problem for one in LabelSet(mine.path).labels()] == ["A", "C"]


def test_a_killed_writer_of_the_header_leaves_a_set_that_can_be_written(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(b'{"format":"r3gym-la')
    LabelSet(file).add(coverage("true"), RECORD)
    assert len(LabelSet(file).labels()) == 1


def test_a_changed_line_is_named(tmp_path: Path) -> None:
    mine = LabelSet(tmp_path / "a.jsonl")
    mine.add(coverage("true"), RECORD)
    data = mine.path.read_bytes().replace(b'"true"', b'"false"')
    mine.path.write_bytes(data)
    with pytest.raises(InputError, match=r"a\.jsonl, line 2: the checksum does not fit"):
        LabelSet(mine.path)


def test_another_file_is_refused_with_the_fix(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text('{"episode": "x.json", "kind": "coverage"}\n')
    with pytest.raises(InputError, match=r"line 1: no row of a label set.*behaviour import"):
        LabelSet(file)
    for name in ("", "../x", "a/b", ".hidden"):
        with pytest.raises(InputError, match=re.escape(repr(name))):
            label_set_path(tmp_path, name)


def _write(file: Path, who: str) -> None:
    mine = LabelSet(file)
    for n in range(40):
        mine.add(coverage("true", who=Annotator(type="person", name=who), episode=f"e{n}"), RECORD)


def test_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_write, args=(file, who)) for who in ("ann", "ben", "cem")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
    found = LabelSet(file)
    assert {str(who): len(found.labels(annotator=who)) for who in found.annotators} == {
        f"person {who}": 40 for who in ("ann", "ben", "cem")
    }
    assert file.read_bytes().count(b'"format"') == 1


def test_a_reader_sees_what_others_write(tmp_path: Path) -> None:
    one, other = LabelSet(tmp_path / "a.jsonl"), LabelSet(tmp_path / "a.jsonl")
    one.add(coverage("true"), RECORD)
    assert other.labels() == ()
    other.refresh()
    assert other.labels() == one.labels()
    other.add(coverage("false", "B"), RECORD)
    one.refresh()
    assert len(one.labels()) == 2
