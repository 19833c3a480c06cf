"""The public half of the domain: its names, its prompts, and how an answer is marked. Everything else is inherited."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from r3gym.core.domain import StepFeedback
from r3gym.core.domain_prompts import DomainPrompts
from r3gym.core.drafts import ProblemDrafts
from r3gym.domains.answer_file import UNCHANGED_ANSWER, WHERE, WHERE_ONE, AnswerFileDomain
from r3gym.parsing.tags import TAG

if TYPE_CHECKING:
    from r3gym_sql.bank import SQLBank, SQLKey

TEXTS = {
    "where": WHERE,
    "where_one": WHERE_ONE,
    "format": "An answer is one SELECT statement for SQLite between <answer> and </answer>.",
    "form": "Final Answer: <answer>SELECT ...</answer>",
    "rule": "the query stands between <answer> and </answer>, once per section: one SELECT statement for SQLite.",
    "single": "Write the query that the problem below asks for. Think step by step; once you are done, give one SELECT "
    "statement for SQLite, and only that, as <answer>SELECT ...</answer>.$budget_note\n\n$problem",
    "candidate": "As soon as you have a query, write it down on its own: `$heading <answer>SELECT ...</answer>`.",
    "finaliser": "You finish a reasoning trace that was stopped; it is your only source. Solve nothing: copy the "
    "query that the trace supports$scope, in the form\n\n$form\n\nor, where it holds none,\n\n$nothing",
}


class SQLDomain(AnswerFileDomain):
    """One SELECT statement per problem, judged by its rows on hidden databases."""

    gym_name = "SQL"
    long_name = "database queries"
    marker = TAG
    marker_pattern = re.compile(r"</?answer\s*>", re.IGNORECASE)
    feedback = StepFeedback(tested=True, exit_looks=0.97, exit_fails=0.2)  # the sample database can be queried
    default_budgets = {"agentic": 12, "tool_free": 6000}  # noqa: RUF012

    @property
    def prompts(self) -> DomainPrompts:
        """Our own words; they are part of the version of every record."""
        version = {f"sql_{name}": text for name, text in TEXTS.items()}
        return DomainPrompts(
            **TEXTS,
            unchanged_answer=UNCHANGED_ANSWER,
            samples_note=", a sample database in sample_1.in and the rows it should give in sample_1.out",
            version=version,
        )

    @property
    def bank(self) -> SQLBank:
        """Problems with their keys, and the judge."""
        from r3gym_sql.bank import SQLBank

        return SQLBank()

    def drafts(self, key: SQLKey) -> ProblemDrafts:
        """Return the reference query, and queries that answer something else."""
        return ProblemDrafts(key.tier, key.reference, ("SELECT 0", "SELECT 1", "SELECT 2"))
