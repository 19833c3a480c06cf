"""Work that was booked elsewhere is visible: in the step, in the attribution of a record, in its row."""

from __future__ import annotations

from pathlib import Path

import gymnasium as gym
from contest_actions import do

import r3gym  # noqa: F401 (registers the environments)
from r3gym.core.actions import Action, Verb
from r3gym.core.charge import POLICY_VERSION, Charge, ChargeKind
from r3gym.envs import RecordEpisodes
from r3gym.records import EpisodeRecord, read_record, write_record
from r3gym.records.attribution import ProblemAttribution, attribution
from r3gym.records.ending import CandidateVersion, ProblemVerdict
from r3gym.records.episode_log import EpisodeLog, TakenStep
from r3gym.records.partial import partial_path
from r3gym.records.rows import EpisodeRow
from r3gym.records.settings import BudgetGiven, EpisodeSettings, ProblemReference, SuiteName
from r3gym.records.steps import StepEffects
from r3gym.utils.hashing import hash_bytes

FORMAT1 = Path(__file__).parent / "format1"


def record_of(effects: list[StepEffects | None], answers: dict[str, int], solved: str = "") -> EpisodeRecord:
    """An old episode with seven counted steps, given these effects, answers (label: step), and solved problems."""
    old = read_record(FORMAT1 / "math-coverage.json")
    assert old.result is not None
    waiting = list(effects)
    steps = tuple(
        step.model_copy(update={"effects": waiting.pop(0)})
        if step.charge is not None and step.charge.kind is ChargeKind.COUNTED and waiting
        else step
        for step in old.steps
    )
    versions = tuple(CandidateVersion(label=k, version=1, step=f"s{n}", content="x") for k, n in answers.items())
    problems = tuple(_verdict(problem, problem.label in solved) for problem in old.result.problems)
    result = old.result.model_copy(update={"problems": problems})
    return old.model_copy(update={"steps": steps, "candidates": versions, "result": result})


def _verdict(problem: ProblemVerdict, correct: bool) -> ProblemVerdict:
    return problem.model_copy(update={"correct": correct})


def places(record: EpisodeRecord) -> list[tuple[int, str | None]]:
    """The place and the problem of every counted step."""
    return [(n, s.problem) for n, s in enumerate(record.steps) if s.charge is not None and s.charge.kind == "counted"]


QUIET = StepEffects(wrote=())


def test_a_ride_is_a_counted_step_elsewhere_that_named_or_wrote_for_it_before_its_answer() -> None:
    paid = places(read_record(FORMAT1 / "math-coverage.json"))
    first, last = paid[0], paid[-1]
    booked = {problem for _, problem in paid}
    assert (first[1], len(paid)) == ("1", 7)
    assert "6" in booked
    named, wrote = StepEffects(named=("6", "1"), wrote=()), StepEffects(wrote=("6",))
    record = record_of([named, wrote, QUIET, QUIET, QUIET, QUIET, named], {"6": paid[1][0], "1": last[0]})
    work = attribution(record)
    assert work["6"].rides == 2, "the last step came after the answer"
    assert work["1"].booked == sum(problem == "1" for _, problem in paid)
    assert work["1"].rides == (1 if last[1] != "1" else 0), "what is booked on it is no ride"
    assert work["2"] == ProblemAttribution(sum(p == "2" for _, p in paid), 0, 0), "there is no answer to ride to"


def rebooked(record: EpisodeRecord) -> EpisodeRecord:
    """The same episode, with everything that was booked on problem 2 booked on problem 1."""
    steps = tuple(step.model_copy(update={"problem": "1"}) if step.problem == "2" else step for step in record.steps)
    return record.model_copy(update={"steps": steps})


def test_a_problem_solved_with_nothing_booked_on_it_is_marked_in_the_row() -> None:
    record = rebooked(record_of([QUIET] * 7, {}, solved="12"))
    row = EpisodeRow.from_record(record)
    assert [slot.label for slot in row.slots if slot.unbooked] == ["2"]
    assert (row.unbooked, row.ridden) == (1, 0)
    assert not row.slots[1].unbooked_after_compute, "no counted action came before its answer"
    after = {"2": places(record)[0][0]}
    for effects, rides in ((StepEffects(named=("2",), wrote=()), 1), (QUIET, 0)):
        row = EpisodeRow.from_record(rebooked(record_of([effects, *[QUIET] * 6], after, solved="12")))
        slot = row.slots[1]
        assert (slot.unbooked, slot.unbooked_after_compute, slot.rides, row.ridden) == (True, True, rides, rides)


def test_what_a_record_does_not_say_is_none() -> None:
    assert {slot.rides for slot in EpisodeRow.from_record(read_record(FORMAT1 / "math-coverage.json")).slots} == {None}
    tool_free = EpisodeRow.from_record(read_record(FORMAT1 / "math-tool-free.json"))
    assert {(slot.rides, slot.unbooked) for slot in tool_free.slots} == {(None, False)}
    assert attribution(read_record(FORMAT1 / "math-tool-free.json")) == {}
    unknown = StepEffects(named=("6",))
    record = record_of([unknown, *[QUIET] * 6], {"6": 999, "5": 0, "2": places(record_of([], {}))[0][0]})
    assert attribution(record)["2"].rides is None, "its files are not known"


def test_rows_and_records_name_the_counting_policy(tmp_path: Path) -> None:
    old = read_record(FORMAT1 / "math-coverage.json")
    assert old.versions.counting_policy == EpisodeRow.from_record(old).counting_policy == "compute_tools-v1"
    env = RecordEpisodes(gym.make("R3Contest-Math-v0", contest=0, budget=1), str(tmp_path))
    env.reset(seed=0)
    env.step(do(Verb.FINISH))
    assert env.last_record is not None
    new = read_record(env.last_record)
    assert new.versions.counting_policy == EpisodeRow.from_record(new).counting_policy == POLICY_VERSION
    assert POLICY_VERSION == "compute_tools-v2"
    env.close()


def test_the_record_keeps_more_of_an_output_than_was_seen(tmp_path: Path) -> None:
    settings = EpisodeSettings(
        env=None,
        setting=None,
        domain=None,
        suite=SuiteName(reference=None, content_hash=None),
        contest=None,
        problems=(ProblemReference(label="1", problem_id="p"),),
        seed=None,
        budget=BudgetGiven(total=None, unit=None),
    )
    log = EpisodeLog(settings, "")
    log.stream_to(tmp_path / "e.json")
    env = gym.make("R3Contest-Math-v0", contest=0, budget=1)
    env.reset(seed=0)
    state = env.unwrapped._episode.state  # type: ignore[attr-defined]
    env.close()
    charge = Charge(ChargeKind.COUNTED, "compute", "because", (0, 3), "g++")
    action = Action(Verb.COMMAND, "", "g++ x")
    effects = StepEffects(named=("1",), wrote=("1",), paths=("/app/problem_1/x",), changed=1)
    log.add_step(TakenStep(action, None, state, charge, "abc [cut]", effects=effects, full_output="abcdef\n"), 0.0)
    log.add_step(TakenStep(action, None, state, charge, "abc\n[exit 0]", full_output="abc\n"), 0.0)
    record = log.record()
    first, second = record.steps
    assert first.full_output == hash_bytes(b"abcdef\n")
    assert (record.quote("s0.full_output"), record.quote("s0.output")) == ("abcdef\n", "abc [cut]")
    assert second.full_output is None, "it was seen whole"
    assert record.quote("s1.full_output") == "abc\n[exit 0]"
    assert first.charge is not None
    assert (first.charge.word, first.effects) == ("g++", effects)
    log.leave_stream()
    killed = read_record(partial_path(tmp_path / "e.json"))
    assert (killed.steps, killed.contents) == (record.steps, record.contents)
    write_record(tmp_path / "again.json", record)
    assert read_record(tmp_path / "again.json") == record
