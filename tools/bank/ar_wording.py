r"""What reasoning-gym's statements leave unsaid or say wrongly, said by us.

A statement is the contract between contestant and scorer: where the scorer asks for more than the statement says (a
shortest solution, one exact format), or the statement can be read in two ways, it is amended here. `EDITS` are
(pattern, replacement) pairs for `re.sub`, applied in order to every item of a generator; `ADDED` is a last paragraph.
The freezing tool refuses a table with an edit that changes nothing.
"""

from __future__ import annotations

Edit = tuple[str, str]

_ONE_RULE_AT_A_TIME = (
    "Apply one rule at a time: always the first rule of the list that can be applied, and only once; then start again "
    "from rule 1. Stop when no rule can be applied.\n\n"
)

EDITS: dict[str, tuple[Edit, ...]] = {
    "arc_1d": ((r"Describe how you derived .*? before you submit your answer\. ", ""),),
    "bitwise_arithmetic": (("compliment", "complement"), ("hexidecimal", "hexadecimal")),
    "count_primes": ((r" \(inclusive\) \?", " (inclusive)? Answer with a number."),),
    "dice": (
        (r"What are the odds of rolling (\d+) or higher\?", r"What is the probability that they total \1 or more?"),
    ),
    "graph_color": (
        (
            r"such that every vertex is not connected to a vertex of the same color",
            "in which no two vertices joined by an edge have the same color",
        ),
    ),
    "kakurasu": (("Kukurasu", "Kakurasu"),),
    "knights_knaves": (("([Hh])eros", r"\1eroes"),),
    "list_functions": (
        (r"You are an expert at inductive reasoning\. ", ""),
        (r"Your answer should be a list of element/elements", "Write it as a list, with a space after each comma."),
        (r"Output:\s*$", ""),
    ),
    "manipulate_matrix": (
        (r"- Identity transformation, i\.e\. no change\n", ""),
        (r"Rotate the matrix (\d+) degrees", r"Rotate the matrix \1 degrees clockwise"),
        ("Horizontally mirror the matrix", "Turn the matrix upside down: its last row becomes the first"),
        ("along the diagonal", "along the diagonal from top left to bottom right"),
        ("along the counterdiagonal", "along the diagonal from top right to bottom left"),
        (
            r"Remove every (\d+)-(?:nd|th) (row|column) \(1-indexed\)",
            r"Remove each \2 whose number, counted from 1, is a multiple of \1",
        ),
    ),
    "number_filtering": ((r"in the same format\.", "in the same format, with quotes and a space after each comma."),),
    "palindrome_partitioning": (
        (
            r"You may return all possible palindrome partitioning in any order\.",
            "Return all possible partitions into palindromes, in any order.",
        ),
    ),
    "quantum_lock": (
        (
            r"but the operation may depend on the state of the light\.",
            "but some buttons work only while the light has a certain colour: at other times they do nothing at all, "
            "not even toggle the light. 'When any' means always.",
        ),
    ),
    "rotten_oranges": (("Your task is determine", "Your task is to determine"),),
    "string_splitting": (
        ("dismanteled", "dismantled"),
        (r"Given a certain number of initial machines.*?from rule 1\.\s*", _ONE_RULE_AT_A_TIME),
        (r"after the rules have been exhaustively applied in the following order", "at the end, in this order"),
        (r"\nNote: Apply the rules at most .*$", ""),
    ),
    "string_synthesis": (
        (r"Given a certain number of initial blocks.*?before the repetition!\s*", _ONE_RULE_AT_A_TIME),
        (
            r"after the rules have been applied in the order they are listed above",
            "at the end, in the order of the first line",
        ),
        (r"\nNote: Apply the rules at most .*$", ""),
    ),
    "tower_of_hanoi": (
        (r"Provide the sequence of moves\.", "Disk 1 is the smallest. Provide a shortest possible sequence of moves."),
    ),
}

ADDED: dict[str, str] = {
    "binary_matrix": "Write the answer in the same format: one line per row, numbers separated by spaces.",
    "game_of_life": (
        "A live cell (1) stays alive if two or three of its eight neighbours are alive; a dead cell (0) comes alive if "
        "exactly three are. All other cells are dead after the step."
    ),
    "jugs": "Pouring stops when the first jug is empty or the second one full. The list need not be the shortest.",
    "kakurasu": "Answer with the completed grid: one line per row, its 0s and 1s separated by spaces.",
    "knight_swap": (
        "Squares without a mark are not part of the board. The list must be as short as possible; write it as JSON."
    ),
    "lcm": "Give only the LCM as your final answer.",
    "manipulate_matrix": "Answer with the resulting matrix in the same format.",
    "maze": "A step goes up, down, left or right, never through a wall.",
    "modulo_grid": (
        "The pattern: number rows and columns from 0; some simple arithmetic of a cell's row and column number, "
        "divided by a fixed number, leaves a fixed remainder exactly where the cell is ✅."
    ),
    "sokoban": (
        "L, R, U and D move the player one cell left, right, up and down. Walking into a box pushes it if the cell "
        "behind it holds neither a wall nor a box. The puzzle is solved when every box is on a goal; the string need "
        "not be the shortest."
    ),
    "survo": "Answer with the completed matrix, sums included, in the format shown.",
}
