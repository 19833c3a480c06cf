"""What all drivers share: the rule in words, and the guard that holds an agent to the choice."""

from __future__ import annotations

from abc import ABC, abstractmethod

from r3gym.core.state import ContestState
from r3gym.schedulers.base import ALLOW, Review
from r3gym.schedulers.legal import where_to_go


class BaseDriver(ABC):
    """A driver in one method: subclasses say `choose`; the guard blocks paid steps anywhere else."""

    name: str

    @abstractmethod
    def choose(self, state: ContestState) -> str | None:
        """Return the problem that gets the next paid step, or None to finish (`r3gym.schedulers.Driver`)."""

    def directive(self, state: ContestState) -> str:
        """Return the rule in words, and the first choice; nothing if there is no budget to schedule."""
        if state.exhausted:
            return ""
        if len(state.problems) == 1:
            return (
                "Scheduler of this run: before every counted action it says whether to go on or to finish.\n"
                "- When it says to finish, further counted actions are blocked at no cost; recording the answer stays "
                "free.\n"
                f"- {announcement(self.choose(state))}"
            )
        return (
            "Scheduler of this run: before every counted action it says which problem the action is for.\n"
            "- Go there with focus_problem; a counted action on another problem is blocked at no cost, and the message "
            "names the problem that is next.\n"
            "- Thinking, reading, writing files and recording answers stay free for all problems at any time.\n"
            f"- {announcement(self.choose(state))}"
        )

    def review(self, state: ContestState) -> Review:
        """Allow the chosen problem, block any other."""
        choice = self.choose(state)
        return ALLOW if choice == state.focus else block_elsewhere(self.name, state.focus, choice)


def announcement(choice: str | None) -> str:
    """Return the text that tells an agent the driver's choice."""
    if choice is None:
        return "Scheduler: no further counted actions. Record what you have, then finish (mark_task_complete)."
    return f"Scheduler: the next counted action is for problem {choice} (focus_problem {choice})."


def block_elsewhere(name: str, focus: str | None, choice: str | None) -> Review:
    """Block a paid step that a driver wants on another problem, or not at all."""
    return Review(
        blocked=True, reason=f"{name}: not problem {focus} now; {where_to_go([] if choice is None else [choice])}"
    )
