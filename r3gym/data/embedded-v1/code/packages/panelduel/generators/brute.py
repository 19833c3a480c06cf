"""Brute force: Grundy numbers by their definition, then every first move."""

input()
panels = list(map(int, input().split()))
value: list[int] = []
for n in range(max(panels) + 1):
    seen = {value[m] for m in range(n) if m.bit_count() >= n.bit_count()}
    value.append(next(i for i in range(n + 1) if i not in seen))
total = 0
for n in panels:
    total ^= value[n]
print(sum(total ^ value[n] ^ value[m] == 0 for n in panels for m in range(n) if m.bit_count() >= n.bit_count()))
