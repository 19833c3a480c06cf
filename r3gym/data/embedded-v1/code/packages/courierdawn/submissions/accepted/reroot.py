"""The same recurrence on directed lanes, with plain lists."""


def main() -> None:
    n = int(input())
    parent, lane = [-1] * n, [0] * n
    around: list[list[int]] = [[] for _ in range(n)]  # needs of the subtrees below, then (if any) of the rest
    at, seen = 0, 1
    for ch in input():
        if ch == "<":
            at = parent[at]
        else:
            parent[seen], lane[seen] = at, int(ch)
            at, seen = seen, seen + 1
    child_need = [0] * n
    for v in range(n - 1, 0, -1):
        around[v].sort(reverse=True)
        need = lane[v] + max((x + i for i, x in enumerate(around[v], 1)), default=0)
        child_need[v] = need
        around[parent[v]].append(need)
    around[0].sort(reverse=True)
    total = [0] * n
    without: list[dict[int, int]] = [{} for _ in range(n)]
    for v in range(n):
        needs = around[v]
        if v:
            needs.append(lane[v] + without[parent[v]][child_need[v]])
            needs.sort(reverse=True)
        tail = [0] * (len(needs) + 1)
        for i in range(len(needs) - 1, -1, -1):
            tail[i] = max(tail[i + 1], needs[i] + i + 1)
        total[v] = tail[0]
        head = 0
        for i, x in enumerate(needs):
            without[v][x] = max(head, tail[i + 1] - 1)  # equal needs leave equal remainders
            head = max(head, x + i + 1)
    best = min(total)
    print(best, total.count(best))


main()
