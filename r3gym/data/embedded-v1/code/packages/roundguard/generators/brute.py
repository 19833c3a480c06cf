"""Brute force: look at the steps of every piece."""

n, m, k = map(int, input().split())
ring, log = input(), input()
clockwise = {ring[i] + ring[(i + 1) % m] for i in range(m)}
anticlockwise = {step[::-1] for step in clockwise}
rounds = 0
for i in range(n):
    for j in range(i + 1, n + 1):
        steps = [log[x : x + 2] for x in range(i, j - 1)]
        rounds += any(sum(step not in good for step in steps) <= k for good in (clockwise, anticlockwise))
print(rounds)
