# Recursion without a stack; adds whole teams as long as a full team pays, which is enough since the gains are sorted.
import sys


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    n = data[0]
    cost, size = [0, *data[1 : 2 * n + 1 : 2]], [0, *data[2 : 2 * n + 2 : 2]]
    near = [[] for _ in range(n + 1)]
    for a, b in zip(data[2 * n + 1 :: 2], data[2 * n + 2 :: 2]):
        near[a].append(b)
        near[b].append(a)
    parent = [0] * (n + 1)
    order = [1]
    for v in order:
        for u in near[v]:
            if u != parent[v]:
                parent[u] = v
                order.append(u)
    gains = [[] for _ in range(n + 1)]
    total = 0  # the cost if every square but the root sweeps the lane to its parent; gains are taken off
    for v in reversed(order):
        gain = sorted(gains[v], reverse=True)
        w, c = cost[v], size[v]

        def best(first):
            """What is saved at v when the first team has room for `first` child lanes and is paid already."""
            saved = sum(gain[:first])
            at = first
            while at < len(gain):
                team = sum(gain[at : at + c])
                if team <= w:
                    break
                saved += team - w
                at += c
            return saved

        alone = best(0)
        shared = best(c - 1) - w  # one team is there anyway, for the lane to the parent
        total -= alone
        if v != 1:
            # Sweeping the parent's lane from here costs `alone - shared` more than leaving it to the parent.
            total += alone - shared
            gains[parent[v]].append(alone - shared)
    print(total)


main()
