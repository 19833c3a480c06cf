# From a ranking upwards: moves one win from a strong team to a weaker one, directly or by way of a third team.
def main():
    n, c = map(int, input().split())
    if c > n * (n * n - (1 if n % 2 else 4)) // 24:
        print("impossible")
        return
    beats = [[j < i for j in range(n)] for i in range(n)]
    wins = list(range(n))
    while c:
        # Moving a win between teams that are d wins apart adds d - 1 circles; take the largest d that fits.
        first = {}
        for team in range(n):
            first.setdefault(wins[team], team)
        levels = sorted(first)
        gap, low, high = max((y - x, x, y) for x in levels for y in levels if 2 <= y - x <= c + 1)
        weak, strong = first[low], first[high]
        path = [strong, weak]
        if not beats[strong][weak]:
            # The strong team has more wins, so it has beaten somebody who has beaten the weak one.
            third = next(t for t in range(n) if beats[strong][t] and beats[t][weak])
            path = [strong, third, weak]
        for a, b in zip(path, path[1:]):
            beats[a][b], beats[b][a] = False, True
        wins[strong] -= 1
        wins[weak] += 1
        c -= gap - 1
    for row in beats:
        print("".join("01"[won] for won in row))


main()
