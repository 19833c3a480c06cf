"""Brent's cycle search on the window of recent results, kept as two tuples."""


def main() -> None:
    q = int(input().split()[2])
    mira, tobin = [[int(x) for x in input().split()] for _ in range(2)]
    Window = tuple[tuple[bool, ...], tuple[bool, ...]]

    def advance(state: Window) -> Window:
        m, t = state
        mira_wins = any(not t[-x] for x in mira)
        tobin_wins = any(not m[-x] for x in tobin)
        return (*m[1:], mira_wins), (*t[1:], tobin_wins)

    start: Window = ((True,) * 10, (True,) * 10)
    power = period = 1
    slow, fast = start, advance(start)
    while slow != fast:
        if power == period:
            slow, power, period = fast, power * 2, 0
        fast, period = advance(fast), period + 1
    slow = fast = start
    for _ in range(period):
        fast = advance(fast)
    prefix = 0
    while slow != fast:
        slow, fast, prefix = advance(slow), advance(fast), prefix + 1
    wins, state = [], start
    for _ in range(prefix + period):
        state = advance(state)
        wins.append(state[0][-1])
    for _ in range(q):
        n = int(input())
        print("Mira" if wins[n if n < prefix else prefix + (n - prefix) % period] else "Tobin")


main()
