"""Brute force: walks along the seam of every quilt up to k by k patches (it crosses every column and every row)."""

k = int(input())
sizes = 0
for w in range(1, k + 1):
    for h in range(1, k + 1):
        crossed = 0
        for column in range(w):
            low, high = h * column // w, -(-h * (column + 1) // w)  # rows below and above the seam in this column
            crossed += high - low
            if crossed > k:
                break
        sizes += crossed == k
print(sizes)
