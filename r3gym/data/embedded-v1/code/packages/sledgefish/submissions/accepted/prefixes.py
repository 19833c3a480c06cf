# From the last sledge to the first, by integer keys that separate distinct ratios; in front means everybody behind waits.
import sys


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    # Distinct fractions fish / time differ by at least 1 / 10^6, so these keys differ, too.
    order = sorted(zip(data[1::2], data[2::2]), key=lambda sledge: sledge[1] * 2000000 // sledge[0])
    ahead = sum(data[1::2])
    total = hungry = saved = 0
    for time, fish in order:
        ahead -= time
        saved = max(saved, time * hungry + fish * ahead)
        total += time * hungry
        hungry += fish
    print(total - saved)


main()
