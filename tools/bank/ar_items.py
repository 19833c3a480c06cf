"""The abstract-reasoning bank as a table: which generator makes each item, with which settings and seed.

Tiers are declared by intended demand: an easy item is a short mechanical task, a medium one needs many steps or a
small search, a hard one a deep search or a long exact plan. Ids and titles say nothing of that. Seeds lie far apart,
because reasoning-gym's seeds s and s+1 share most of their items.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Item:
    """One item of the bank: how it is generated and what it is called."""

    id: str
    title: str
    tier: str
    generator: str
    seed: int
    index: int = 0
    params: dict[str, Any] = field(default_factory=dict)


EASY = (
    Item("ar-quarter-turns", "Quarter turns", "easy", "rotate_matrix", 7101, 0,
         {"min_n": 4, "max_n": 4, "min_rotations": 1, "max_rotations": 3}),
    Item("ar-shifted-letters", "Shifted letters", "easy", "caesar_cipher", 7202, 4,
         {"min_words": 5, "max_words": 8, "min_rotation": 3, "max_rotation": 23}),
    Item("ar-winding-inwards", "Winding inwards", "easy", "spiral_matrix", 7303, 2, {"min_n": 4, "max_n": 5}),
    Item("ar-other-base", "In another base", "easy", "base_conversion", 7404, 0,
         {"min_base": 3, "max_base": 9, "min_value": 200, "max_value": 900}),
    Item("ar-relatives", "Relatives", "easy", "family_relationships", 7505, 1,
         {"min_family_size": 6, "max_family_size": 8}),
    Item("ar-who-lies", "Who lies", "easy", "knights_knaves", 7606, 8, {"n_people": 3}),
    Item("ar-facing-pairs", "Facing pairs", "easy", "ab", 11000, 1, {"length": 14}),
    Item("ar-row-rule", "A rule for rows", "easy", "arc_1d", 100, 7, {"min_size": 14, "max_size": 20}),
    Item("ar-eight-signs", "Eight signs", "easy", "bf", 11100, 0, {"difficulty": 1}),
    Item("ar-taking-turns", "Taking turns", "easy", "binary_alternation", 9898, 1,
         {"min_n": 20, "max_n": 24, "p_solvable": 1.0}),
    Item("ar-nearest-zero", "Nearest zero", "easy", "binary_matrix", 11200, 0,
         {"min_n": 6, "max_n": 6, "p_zero": 0.2}),
    Item("ar-shifts-and-products", "Shifts and products", "easy", "bitwise_arithmetic", 9860, 2, {"difficulty": 2}),
    Item("ar-working-days", "Working days", "easy", "calendar_arithmetic", 9600, 2,
         {"tasks": ["count_business_days"], "offset_upper_bound": 200}),
    Item("ar-only-primes", "Only primes", "easy", "count_primes", 9880, 3, {"min_n": 100, "max_n": 400}),
    Item("ar-common-measure", "Common measure", "easy", "gcd", 11300, 33,
         {"min_numbers": 2, "max_numbers": 2, "min_value": 1000, "max_value": 9000}),
    Item("ar-meeting-again", "Meeting again", "easy", "lcm", 9895, 1,
         {"min_numbers": 3, "max_numbers": 3, "min_value": 20, "max_value": 150}),
    Item("ar-dry-land", "Dry land", "easy", "largest_island", 9400, 1,
         {"min_rows": 8, "max_rows": 9, "min_cols": 8, "max_cols": 9, "min_num_islands": 5, "max_num_islands": 7,
          "min_island_size": 3, "max_island_size": 9}),
    Item("ar-what-it-does", "What it does", "easy", "list_functions", 9700, 3),
    Item("ar-way-out", "The way out", "easy", "maze", 11400, 0,
         {"min_grid_size": 9, "max_grid_size": 9, "min_dist": 9, "max_dist": 14}),
    Item("ar-missing-queens", "Missing queens", "easy", "n_queens", 11500, 0,
         {"n": 7, "min_remove": 4, "max_remove": 4}),
    Item("ar-both-ways", "Both ways", "easy", "palindrome_generation", 9897, 2, {"min_length": 11, "max_length": 13}),
    Item("ar-right-arm", "The right arm", "easy", "path_star", 11600, 0,
         {"degree": 4, "min_path_length": 5, "max_path_length": 5, "node_range": 1000}),
    Item("ar-taken-apart", "Taken apart", "easy", "prime_factorization", 9870, 1,
         {"min_value": 20000, "max_value": 90000}),
    Item("ar-spoiling-fruit", "Spoiling fruit", "easy", "rotten_oranges", 9300, 6,
         {"min_n": 8, "max_n": 9, "p_oranges": 0.75, "p_rotten": 0.06}),
    Item("ar-above-or-below", "Above or below", "easy", "number_filtering", 11700, 0,
         {"min_numbers": 10, "max_numbers": 12, "min_decimals": 1, "max_decimals": 3}),
    Item("ar-letters-put-in", "Letters put in", "easy", "string_insertion", 11800, 70,
         {"min_string_length": 56, "max_string_length": 60}),
    Item("ar-time-between", "Time between", "easy", "time_intervals", 9800, 3, {"task_types": ["datetime"]}),
    Item("ar-stacked-disks", "Stacked disks", "easy", "tower_of_hanoi", 11900, 0,
         {"min_disks": 3, "max_disks": 3, "min_pegs": 3, "max_pegs": 3}),
    Item("ar-one-tick", "One tick", "easy", "game_of_life", 12000, 0,
         {"grid_size_x": 6, "grid_size_y": 6, "filled_cells": 12, "simulation_steps": 1}),
    Item("ar-in-line", "In line", "easy", "word_sorting", 12100, 0, {"min_words": 9, "max_words": 11}),
)  # fmt: skip

MEDIUM = (
    Item("ar-four-by-four", "Four by four", "medium", "mini_sudoku", 7707, 0, {"min_empty": 11, "max_empty": 12}),
    Item("ar-through-the-grid", "Through the grid", "medium", "shortest_path", 7808, 0,
         {"min_rows": 9, "max_rows": 9, "min_cols": 9, "max_cols": 9, "p_blocked": 0.35}),
    Item("ar-rule-by-rule", "Rule by rule", "medium", "string_manipulation", 7909, 1,
         {"min_string_length": 14, "max_string_length": 20, "min_num_rules": 6, "max_num_rules": 8}),
    Item("ar-pooling", "Pooling", "medium", "pool_matrix", 8010, 0,
         {"min_rows": 8, "max_rows": 9, "min_cols": 8, "max_cols": 9, "min_pool_size": 2, "max_pool_size": 3}),
    Item("ar-five-dice", "Five dice", "medium", "dice", 9850, 0, {"num_dice": 5, "max_dice_size": 12}),
    Item("ar-more-or-less", "More or less", "medium", "futoshiki", 12200, 0,
         {"min_board_size": 5, "max_board_size": 5, "min_difficulty": 2, "max_difficulty": 2}),
    Item("ar-three-paints", "Three paints", "medium", "graph_color", 12300, 0,
         {"min_num_vertices": 16, "max_num_vertices": 16, "edge_probability": 0.28}),
    Item("ar-measured-water", "Measured water", "medium", "jugs", 12400, 0, {"num_jugs": 3, "difficulty": 8}),
    Item("ar-step-by-step", "Step by step", "medium", "manipulate_matrix", 12500, 5,
         {"min_rows": 6, "max_rows": 7, "min_cols": 6, "max_cols": 7, "min_transforms": 8, "max_transforms": 9}),
    Item("ar-marked-cells", "Marked cells", "medium", "modulo_grid", 100, 1,
         {"size_x": 12, "size_y": 12, "max_divisor": 7, "max_target": 6, "max_holes": 8}),
    Item("ar-mirrored-parts", "Mirrored parts", "medium", "palindrome_partitioning", 12600, 2,
         {"min_string_len": 12, "max_string_len": 13}),
    Item("ar-red-and-green", "Red and green", "medium", "quantum_lock", 9500, 11, {"difficulty": 10}),
    Item("ar-old-machines", "Old machines", "medium", "string_splitting", 12700, 0,
         {"min_initial_machines": 6, "max_initial_machines": 14}),
    Item("ar-nine-blocks", "Nine blocks", "medium", "string_synthesis", 12800, 9,
         {"min_initial_blocks": 6, "max_initial_blocks": 14}),
    Item("ar-sums-at-the-edge", "Sums at the edge", "medium", "survo", 12900, 5,
         {"min_board_size": 5, "max_board_size": 5, "min_empty": 8, "max_empty": 9}),
    Item("ar-letters-for-digits", "Letters for digits", "medium", "cryptarithm", 16000, 3,
         {"min_words": 2, "max_words": 2}),
    Item("ar-few-ticks", "A few ticks", "medium", "game_of_life", 13100, 0,
         {"grid_size_x": 7, "grid_size_y": 7, "filled_cells": 18, "simulation_steps": 4}),
    Item("ar-five-islanders", "Five islanders", "medium", "knights_knaves", 9100, 1,
         {"n_people": 5, "depth_constraint": 3, "width_constraint": 3}),
    Item("ar-ones-and-zeros", "Ones and zeros", "medium", "kakurasu", 16000, 1,
         {"min_rows": 5, "max_rows": 5, "min_cols": 5, "max_cols": 5, "p_ones": 0.45}),
    Item("ar-row-of-cells", "A row of cells", "medium", "arc_1d", 15000, 44, {"min_size": 20, "max_size": 26}),
)  # fmt: skip

HARD = (
    Item("ar-weighted-marks", "Weighted marks", "hard", "kakurasu", 8111, 0,
         {"min_rows": 6, "max_rows": 6, "min_cols": 7, "max_cols": 7, "p_ones": 0.45}),
    Item("ar-hidden-digits", "Hidden digits", "hard", "cryptarithm", 8212, 0, {"min_words": 3, "max_words": 3}),
    Item("ar-nine-by-nine", "Nine by nine", "hard", "sudoku", 13300, 0, {"min_empty": 52, "max_empty": 55}),
    Item("ar-warehouse", "Warehouse", "hard", "sokoban", 13400, 4,
         {"min_w": 9, "max_w": 9, "min_h": 9, "max_h": 9, "min_boxes": 5, "max_boxes": 5, "max_depth": 100}),
    Item("ar-changing-places", "Changing places", "hard", "knight_swap", 100, 0,
         {"impossible_ratio": 0.0, "min_nodes": 9, "max_nodes": 10, "min_steps": 10, "max_steps": 24}),
    Item("ar-signs-between", "Signs between", "hard", "futoshiki", 13500, 0,
         {"min_board_size": 7, "max_board_size": 7, "min_difficulty": 3, "max_difficulty": 3}),
    Item("ar-blanks-and-totals", "Blanks and totals", "hard", "survo", 13600, 0,
         {"min_board_size": 6, "max_board_size": 6, "min_empty": 13, "max_empty": 14, "max_num": 40}),
    Item("ar-four-pegs", "Four pegs", "hard", "tower_of_hanoi", 13700, 0,
         {"min_disks": 8, "max_disks": 8, "min_pegs": 4, "max_pegs": 4}),
    Item("ar-quiet-board", "A quiet board", "hard", "n_queens", 13800, 0,
         {"n": 11, "min_remove": 9, "max_remove": 9}),
    Item("ar-bomb-squad", "Bomb squad", "hard", "jugs", 13900, 7, {"num_jugs": 3, "difficulty": 16}),
)  # fmt: skip

ITEMS = EASY + MEDIUM + HARD
