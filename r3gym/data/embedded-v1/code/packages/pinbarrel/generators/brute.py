"""Brute force: listen to two full periods and a bit."""

p, q, _, _ = map(int, input().split())
left = set(map(int, input().split()))
right = set(map(int, input().split()))
rings = [t for t in range(3 * p * q) if t % p in left and t % q in right]
print(max(later - sooner for sooner, later in zip(rings, rings[1:])) if rings else "silent")
