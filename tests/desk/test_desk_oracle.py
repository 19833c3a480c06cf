"""The desk asks for causes where a campaign's curves tell what the oracle selects."""

from __future__ import annotations

from pathlib import Path

from made_campaign import played_suite, row, write_campaign
from made_episodes import MadeEpisode

from r3gym.desk.changes import Change
from r3gym.desk.documents import record_document
from r3gym.desk.work import NO_ORACLE, Work
from r3gym.records.rows import EpisodeRow
from r3gym.records.writing import write_record

SUITE = played_suite({"x": "EEEMMH"})
#: What a run of each problem with two units brings: three of them can be paid with six.
CURVES = {"x1": "+", "x2": "+", "x3": "-", "x4": "-", "x5": "+", "x6": "w"}


def campaign(folder: Path, curves: dict[str, str]) -> Path:
    """One contest with a budget of six that solved problem 1 alone, and single runs with two units each."""
    rows: list[EpisodeRow] = [
        row("contest", SUITE, "x", "+-----", budget=6, repeat=1, id="ab" * 32, record="records/one.json")
    ]
    rows += [
        row("curve", SUITE, "x", sign, problem=problem, pressure=0.8, budget=2, repeat=1, spent=[2])
        for problem, sign in curves.items()
    ]
    record = MadeEpisode(labels="123456", budget=6, domain="math").think("Only 1.").focus("1").run("python3 a.py")
    write_record(folder / "records/one.json", record.finish().record(p1="accepted"))
    return write_campaign(folder, [SUITE], rows, repeats=1, grid=(0.8,))


def test_without_curves_there_is_no_cause_to_give(tmp_path: Path) -> None:
    work = Work(campaign(tmp_path, {}), "ann")
    (episode,) = [one.episode for one in work.standings()]
    shown = record_document(work, episode)
    assert (shown["no_oracle"], [one["missed"] for one in shown["problems"]]) == (NO_ORACLE, [False] * 6)


def test_the_desk_asks_for_the_cause_of_selected_misses_alone(tmp_path: Path) -> None:
    work = Work(campaign(tmp_path, CURVES), "ann")
    (episode,) = [one.episode for one in work.standings()]
    shown = record_document(work, episode)
    assert [one["label"] for one in shown["problems"] if one["missed"]] == ["2", "5"]
    assert shown["no_oracle"] == ""
    form = {
        "kind": "miss_cause",
        "problem": "2",
        "value": "never_attempted",
        "quotations": [{"event": "ending", "text": "the episode ended: finished", "role": "evidence"}],
    }
    label = work.save(Change.model_validate({"episode": episode, "form": form}))
    assert (label.episode, label.value) == ("ab" * 32, "never_attempted")
