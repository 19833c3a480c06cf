# The poles after the tallest one rise first and fall at the end; the poles that are seen are the lowest above f, and n.
def row(n: int, f: int, r: int, d: int) -> list[int] | None:
    if r == n:
        return list(range(1, n + 1)) if f == 1 and d == 0 else None
    if f == n:
        if r != 1:
            return None
        seen = [n]
    else:
        if r < 2 or r > n - f + 1:
            return None
        seen = [*range(f, f + r - 1), n]
    if not 1 <= d <= n - r:
        return None
    chosen = set(seen)
    rest = [height for height in range(1, n + 1) if height not in chosen]
    cut = len(rest) - d
    return seen + rest[:cut] + rest[cut:][::-1]


def main() -> None:
    out = []
    for _ in range(int(input())):
        found = row(*map(int, input().split()))
        out.append("impossible" if found is None else " ".join(map(str, found)))
    print("\n".join(out))


main()
