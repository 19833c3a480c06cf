# Joins the stays of each family first, then counts families with sorted starts and ends.
import sys


def main() -> None:
    data = list(map(int, sys.stdin.buffer.read().split()))
    _, k, d = data[:3]
    starts, ends = [], []
    family, until = 0, -1
    for c, s, e in sorted(zip(data[5::3], data[3::3], data[4::3], strict=True)):
        if c != family or s > until:
            if family:
                ends.append(until)
            starts.append(s)
            family, until = c, e
        elif e > until:
            until = e
    ends.append(until)
    starts.sort()
    ends.sort()
    # The j-th family (in order of arrival) is the k-th one present while the departure number j - k has not happened.
    minutes = times = 0
    low, high = -1, -1  # current stretch with enough families
    for j in range(k - 1, len(starts)):
        a, b = starts[j], ends[j - k + 1]
        if a >= b:
            continue
        if a > high:
            if high - low > d:
                minutes += high - low - d
                times += 1
            low = a
        high = b
    if high - low > d:
        minutes += high - low - d
        times += 1
    print(minutes, times)


main()
