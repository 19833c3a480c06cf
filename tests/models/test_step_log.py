"""A replayed step is the stored one when it left the same; then the contestant sees what it saw the first time."""

from __future__ import annotations

from collections.abc import Mapping

from r3gym.models.step_log import StepLog, StepTaken

WORLD = {"charge": "c", "/app/a": "1"}


def step(text: str, left: Mapping[str, str] | None = None) -> StepTaken:
    return StepTaken(text, None, (), WORLD if left is None else left)


def shown(stored: list[StepTaken], now: list[StepTaken]) -> tuple[list[str], StepLog]:
    """What the contestant sees of these steps when those are stored."""
    log = StepLog(dict(enumerate(stored)))
    return [log.take(one)[0].text for one in now], log


def test_an_output_that_differs_over_the_same_files_is_shown_as_it_was() -> None:
    texts, log = shown([step("0.12 s"), step("b")], [step("0.34 s"), step("b")])
    assert texts == ["0.12 s", "b"]
    assert (log.restored, log.difference) == (1, "")


def test_after_a_step_that_left_something_else_outputs_count_as_they_are() -> None:
    other = {**WORLD, "/app/a": "2"}
    texts, log = shown([step("a"), step("1"), step("1")], [step("a", other), step("2"), step("3")])
    assert texts == ["a", "2", "3"], "the second step may have read what the first one drew"
    assert log.difference == "step s1 showed something else; step s0 left another /app/a"


def test_a_charge_a_file_less_or_more_is_a_difference() -> None:
    for other in ({**WORLD, "charge": "d"}, {"charge": "c"}, {**WORLD, "/app/b": "1"}):
        texts, log = shown([step("a")], [step("b", other)])
        assert texts == ["b"], other
        (name,) = {name for name in {*other, *WORLD} if other.get(name) != WORLD.get(name)}
        assert log.difference.endswith(f"left another {name}")


def test_what_cannot_be_compared_is_never_taken_as_the_same() -> None:
    unknown = StepTaken("a", None, (), None)
    texts, log = shown([unknown, step("1")], [unknown, step("2")])
    assert texts == ["a", "2"]
    assert log.difference == "step s1 showed something else; step s0 left more than is compared"


def test_steps_that_were_not_taken_are_forgotten_with_their_replies() -> None:
    log = StepLog({0: step("a"), 1: step("b"), 2: step("c")})
    assert log.take(step("a")) == (step("a"), False)
    log.forget_later()
    assert log.take(step("x")) == (step("x"), True), "there is nothing to compare with"
    assert (log.restored, log.difference) == (0, "")
