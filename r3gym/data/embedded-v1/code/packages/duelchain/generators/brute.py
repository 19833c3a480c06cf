"""Brute force: all chains, by joining wins over every member in between."""

n, q = map(int, input().split())
won = [[x < y for y in range(n)] for x in range(n)]
for _ in range(q):
    a, b = (int(word) - 1 for word in input().split())
    won[a][b], won[b][a] = won[b][a], won[a][b]
    chain = [row[:] for row in won]
    for z in range(n):
        for x in range(n):
            for y in range(n):
                chain[x][y] = chain[x][y] or (chain[x][z] and chain[z][y])
    print(sum(chain[x][y] for x in range(n) for y in range(n) if x != y))
