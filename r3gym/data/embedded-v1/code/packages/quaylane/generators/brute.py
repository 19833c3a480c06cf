"""Brute force: a list with the length of every single car."""

lane: list[int] = []
for _ in range(int(input())):
    kind, *numbers = input().split()
    values = list(map(int, numbers))
    if kind == "J":
        lane += [values[1]] * values[0]
    elif kind == "L":
        lane = lane[: max(0, len(lane) - values[0])]
    else:
        free, cars = values[0], 0
        while lane and lane[0] <= free:
            free -= lane.pop(0)
            cars += 1
        print(cars, free)
