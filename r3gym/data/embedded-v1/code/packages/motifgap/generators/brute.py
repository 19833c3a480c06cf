"""Brute force: every substring, every occurrence."""

n = int(input())
song = input()
best = 0
for length in range(1, n):
    for motif in {song[i : i + length] for i in range(n - length + 1)}:
        places = [i for i in range(n - length + 1) if song.startswith(motif, i)]
        if len(places) > 1:
            best = max(best, length * min(b - a for a, b in zip(places, places[1:])))
print(best)
