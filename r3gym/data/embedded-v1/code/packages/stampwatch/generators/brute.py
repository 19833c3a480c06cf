"""Brute force: walk."""

n, t = map(int, input().split())
kinds = input()
d = list(map(int, input().split()))
cards = [0] * n
room, look = 0, 1
for _ in range(t):
    cards[room] += 1
    if kinds[room] == "T":
        look = -look
    room = (room + look * d[room]) % n
print(cards.index(max(cards)) + 1, max(cards))
