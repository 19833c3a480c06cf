"""The columns of a table that hold protocol facts: calls, stages, context, reading and judging (docs/records.md).

Words are numbered by the table; numbers are -1 where a row does not say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from r3gym.records.rows import EpisodeRow, ModelSpend, Slot, StageOutcome

STAGES = (1, 2)
#: What a table keeps of each stage.
STAGE_WORDS = ("outcome", "finish")
STAGE_NUMBERS = ("cap", "prompt_tokens", "completion_tokens", "reasoning_tokens")
#: What it keeps of a model's usage, summed over the episode.
USAGE = ("calls", "attempts", "unreported", "prompt_tokens", "completion_tokens", "reasoning_tokens", "cached_tokens")
CONTEXT = ("trims", "trimmed_chars", "trace_dropped")
READING = ("duplicate", "unmarked", "declined", "flagged")

EPISODE_WORDS = ("finishes", "metering", *(f"stage_{n}_{name}" for n in STAGES for name in STAGE_WORDS))
EPISODE_NUMBERS = (
    "protocol_errors",
    *CONTEXT,
    *USAGE,
    *(f"stage_{n}_{name}" for n in STAGES for name in STAGE_NUMBERS),
)
SLOT_WORDS = ("second",)
SLOT_NUMBERS = (*READING, "score")
#: Scores are kept as whole numbers, so that their sums are exact.
SCORE_SCALE = 10**6
_NOTHING = StageOutcome(stage=0)
_NO_STAGES, _NO_USAGE = (-1,) * len(STAGES) * len(STAGE_NUMBERS), (-1,) * len(USAGE)


def episode_words(row: EpisodeRow) -> Iterator[str | None]:
    """Yield the words of a row, in the order of `EPISODE_WORDS`."""
    yield joined(row.finishes)
    yield None if row.metering is None else " ".join(row.metering)
    for number in STAGES:
        own = _stage(row, number)
        for name in STAGE_WORDS:
            yield getattr(own, name)


def episode_numbers(row: EpisodeRow) -> Iterator[int]:
    """Yield the numbers of a row, in the order of `EPISODE_NUMBERS`."""
    yield row.protocol_errors
    for name in CONTEXT:
        yield known(getattr(row, name))
    yield from usage_numbers(row.spend)
    if not row.stages:
        yield from _NO_STAGES
        return
    for number in STAGES:
        own = _stage(row, number)
        for name in STAGE_NUMBERS:
            yield known(getattr(own, name))


def usage_numbers(spend: ModelSpend | None) -> Iterator[int]:
    """Yield the usage of an episode, in the order of `USAGE`."""
    if spend is None:
        yield from _NO_USAGE
        return
    for name in USAGE:
        yield getattr(spend, name)


def slot_numbers(slot: Slot) -> Iterator[int]:
    """Yield the numbers of a problem, in the order of `SLOT_NUMBERS`."""
    for name in READING:
        yield known(getattr(slot, name))
    yield -1 if slot.score is None else max(0, round(slot.score * SCORE_SCALE))


def known(value: int | None) -> int:
    """Return a number, -1 for None."""
    return -1 if value is None else int(value)


def joined(finishes: Mapping[str, int]) -> str | None:
    """Return counts by finish reason as one word, None without any call.

    >>> joined({"length": 1, "stop": 5}), split_finishes("1 length\\n5 stop")
    ('1 length\\n5 stop', {'length': 1, 'stop': 5})
    """
    return "\n".join(f"{count} {word}" for word, count in finishes.items()) or None


def split_finishes(word: str) -> dict[str, int]:
    """Return the counts that `joined` put together."""
    parts = (line.partition(" ") for line in word.split("\n"))
    return {reason: int(count) for count, _, reason in parts}


def _stage(row: EpisodeRow, number: int) -> StageOutcome:
    return next((stage for stage in row.stages if stage.stage == number), _NOTHING)
