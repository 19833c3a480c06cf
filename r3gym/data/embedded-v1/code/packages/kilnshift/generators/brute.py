"""Brute force: let the kilns run minute by minute."""

n, wanted = map(int, input().split())
kilns = [tuple(map(int, input().split())) for _ in range(n)]


def ends(warm: int, batch: int, row: int, cool: int, last: int) -> int:
    """How many batches of a kiln end by minute `last`."""
    minute, count = warm, 0
    while True:
        minute += batch
        if minute > last:
            return count
        count += 1
        if count % row == 0:
            minute += cool


minute = 0
while sum(bowls * ends(warm, batch, row, cool, minute) for warm, batch, bowls, row, cool in kilns) < wanted:
    minute += 1
print(minute)
