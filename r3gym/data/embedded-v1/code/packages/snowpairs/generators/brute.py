"""Brute force: spread out from every free village."""

n, d = map(int, input().split())
roads: list[list[int]] = [[] for _ in range(n + 1)]
for i, parent in enumerate(map(int, input().split()), 2):
    roads[i].append(parent)
    roads[parent].append(i)
for _ in range(d):
    snow = set(map(int, input().split()[1:]))
    contacts = 0
    for start in range(1, n + 1):
        if start in snow:
            continue
        reached, todo = {start}, [start]
        while todo:
            for other in roads[todo.pop()]:
                if other not in snow and other not in reached:
                    reached.add(other)
                    todo.append(other)
        contacts += len(reached) - 1
    print(contacts // 2)
