"""Brute force: match plums with (minute, picker) slots by augmenting paths."""

n, pickers = map(int, input().split())
plums = [tuple(map(int, input().split())) for _ in range(n)]
taken: dict[tuple[int, int], int] = {}


def place(plum: int, tried: set[tuple[int, int]]) -> bool:
    for minute in range(plums[plum][0], plums[plum][1] + 1):
        for picker in range(pickers):
            slot = (minute, picker)
            if slot in tried:
                continue
            tried.add(slot)
            if slot not in taken or place(taken[slot], tried):
                taken[slot] = plum
                return True
    return False


print(sum(place(plum, set()) for plum in range(n)))
