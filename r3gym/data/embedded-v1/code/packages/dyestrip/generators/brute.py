"""Brute force: look at every piece."""

n, m, k = map(int, input().split())
ribbon = input()
wishes = [(dye, int(count)) for dye, count in (input().split() for _ in range(k))]
pieces = (ribbon[i:j] for i in range(n) for j in range(i + 1, min(n, i + m) + 1))
print(sum(all(piece.count(dye) >= count for dye, count in wishes) for piece in pieces))
