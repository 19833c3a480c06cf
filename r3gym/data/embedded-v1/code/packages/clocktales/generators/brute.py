"""Brute force: sets the clocks group by group for every run and checks each statement."""

n, m = map(int, input().split())
said = [tuple(map(int, input().split())) for _ in range(m)]


def consistent(run):
    shows = {}
    for start in range(1, n + 1):
        if start in shows:
            continue
        shows[start] = 0
        changed = True
        while changed:
            changed = False
            for a, b, d in run:
                if a in shows and b not in shows:
                    shows[b] = (shows[a] + d) % 720
                    changed = True
                elif b in shows and a not in shows:
                    shows[a] = (shows[b] - d) % 720
                    changed = True
    return all((shows[b] - shows[a] - d) % 720 == 0 for a, b, d in run)


print(sum(consistent(said[l : r + 1]) for l in range(m) for r in range(l, m)))
