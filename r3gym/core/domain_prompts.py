"""What the prompts say about a domain's answers: the parts that differ between domains, as templates (``$name``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class DomainPrompts:
    """The parts of the prompts that a domain writes.

    Agentic setting: ``where`` answers go (``$files``, ``$heading``), ``where_one`` for a run about one problem (empty:
    the same), and in which ``format``; ``submit_note`` (``$label``) and ``samples_note`` complete sentences about tools
    and files; ``unchanged_answer`` says what the verification gate looks at. Tool-free setting: the ``form`` of one
    answer, the ``rule`` for it, the task of a ``single`` problem (``$problem``, ``$budget_note``) with its
    ``single_role``, the ``candidate`` line of stage one (``$heading``), the ``finaliser`` of stage two (``$scope``,
    ``$form``, ``$nothing``), and the ``no_answer`` marker.

    ``version`` holds the texts that belong to the version of all prompts, by the names of their files or parts.
    """

    where: str
    format: str
    unchanged_answer: str
    form: str
    rule: str
    single: str
    candidate: str
    finaliser: str
    single_role: str = ""
    where_one: str = ""
    submit_note: str = " `submit_answer $label` with the answer after it, in quotes, records that answer."
    samples_note: str = ""
    no_answer: str = "No answer"
    version: Mapping[str, str] = field(default_factory=dict)
