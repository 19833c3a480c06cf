"""The units a budget can be counted in."""

from __future__ import annotations

from enum import StrEnum


class Unit(StrEnum):
    """A unit of the shared budget; its value is the word used in ledgers, records and reports."""

    ACTIONS = "actions"
    OUTPUT_TOKENS = "output tokens"

    @property
    def phrase(self) -> str:
        """The unit inside a sentence of a prompt or an error message.

        >>> f"6 {Unit.ACTIONS.phrase}, 300 {Unit.OUTPUT_TOKENS.phrase}"
        '6 counted actions, 300 output tokens'
        """
        return {Unit.ACTIONS: "counted actions", Unit.OUTPUT_TOKENS: "output tokens"}[self]

    def amount(self, number: int) -> str:
        """Return a number of units.

        >>> Unit.ACTIONS.amount(1), Unit.ACTIONS.amount(6)
        ('1 counted action', '6 counted actions')
        """
        return f"{number} {self.phrase.removesuffix('s') if number == 1 else self.phrase}"
