"""A scheduler and a policy of your own, as an installed package: ``pip install examples/plugin``, then
``r3gym play --domain math --policy hare:42 --scheduler last_first``."""

from r3gym.core.actions import Verb
from r3gym.schedulers import BaseDriver


class LastFirst(BaseDriver):
    """The last problem that had no paid step, then done."""

    name = "last_first"

    def choose(self, state):
        """Return a label, or None to finish; `state` is the whole visible state."""
        if state.exhausted:
            return None
        return next((p.label for p in reversed(state.problems) if p.paid_steps == 0), None)


class Hare:
    """Computes once where it is told to, and answers that."""

    def __init__(self, *, parameter="1", **_suite_domain_and_seed):
        self.program, self.computed = f"python3 -c 'print({int(parameter)})'", 0

    def act(self, obs, info):
        """Record what was computed; otherwise go where `next_problem`, the driver's word, says, and compute."""
        if self.computed:
            where, self.computed = self.computed, 0
            return {"verb": Verb.SUBMIT, "problem": where, "text": obs["text"].splitlines()[0]}
        if info["next_problem"] is None:
            return {"verb": Verb.FINISH, "problem": 0, "text": ""}
        where = info["labels"].index(info["next_problem"]) + 1
        if obs["focus"] != where:
            return {"verb": Verb.FOCUS, "problem": where, "text": ""}
        self.computed = where
        return {"verb": Verb.COMMAND, "problem": 0, "text": self.program}

    def notes(self):
        """Return what a record keeps of this policy."""
        return {"name": "hare"}
