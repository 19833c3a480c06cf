"""How many stages a model plays in: as the user or its profile says, else as its replies show."""

from __future__ import annotations

from dataclasses import dataclass

from r3gym.core.completion import StageDecision, ToolFreeProtocol
from r3gym.errors import InputError
from r3gym.models.messages import ChatReply
from r3gym.models.profile import ModelProfile


@dataclass(frozen=True)
class StageChoice:
    """The protocol, and what decided it; None while nothing has."""

    protocol: ToolFreeProtocol
    by: StageDecision | None = None

    def within(self, environment: ToolFreeProtocol) -> StageChoice:
        """Return the choice in this environment: one that was made for a number of stages decides what nothing had.

        Raises `InputError` when the two disagree.
        """
        if self.protocol is environment:
            return self
        if self.protocol is ToolFreeProtocol.AUTO:
            return StageChoice(environment, StageDecision.CHOSEN)
        fix = {"one_stage": "stages=1", "two_stage": "stages=2", "auto": "a profile without thinking.enabled"}
        raise InputError(
            f"the environment's protocol is {environment.value!r} and this solver's is {self.protocol.value!r}: make "
            f"the environment with protocol={self.protocol.value!r}, or the solver with {fix[environment]}"
        )

    def after(self, reply: ChatReply) -> StageChoice:
        """Return the choice that holds once the budgeted call was answered.

        Where nothing had decided, the reply does: one that shows a reasoning channel is stage 1.

        >>> undecided = StageChoice(ToolFreeProtocol.AUTO)
        >>> undecided.after(ChatReply("7", reasoning="3 + 4")).protocol.value
        'two_stage'
        """
        if self.protocol is not ToolFreeProtocol.AUTO:
            return self
        shown = ToolFreeProtocol.TWO_STAGE if reply.shows_reasoning else ToolFreeProtocol.ONE_STAGE
        return StageChoice(shown, StageDecision.DETECTED_HERE)


def choose_stages(stages: int | str, profile: ModelProfile, *, thinks: bool = False) -> StageChoice:
    """Return the choice before the first call. ``thinks``: an earlier reply of the model showed a reasoning channel.

    >>> choose_stages("auto", ModelProfile(name="m", model="m")).protocol.value
    'auto'
    """
    if stages not in (1, 2, "auto"):
        raise InputError(f"stages={stages!r}: choose 1, 2 or 'auto'")
    if stages != "auto":
        return StageChoice(_protocol(stages == 2), StageDecision.CHOSEN)
    if profile.thinking.enabled is not None:
        return StageChoice(_protocol(profile.thinking.enabled), StageDecision.PROFILE)
    return StageChoice(ToolFreeProtocol.TWO_STAGE, StageDecision.DETECTED) if thinks else _UNDECIDED


def _protocol(two: bool) -> ToolFreeProtocol:
    return ToolFreeProtocol.TWO_STAGE if two else ToolFreeProtocol.ONE_STAGE


_UNDECIDED = StageChoice(ToolFreeProtocol.AUTO)
