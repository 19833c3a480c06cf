# Only the smallest vowel and the smallest consonant compete; the rest is possible if some number of runs is.
import sys


def main() -> None:
    data = sys.stdin.read().split()
    n, a, b = map(int, data[:3])
    limit = (a, b)
    heaps = [sorted((c for c in data[3] if (c in "aeiou") == vowel), reverse=True) for vowel in (True, False)]

    def possible(kind: int, run: int, mine: int, others: int) -> bool:
        """Can the rest follow a run of this kind?"""
        if run > limit[kind]:
            return False
        if others == 0:
            return mine <= limit[kind] - run
        fewest = -(-others // limit[1 - kind])  # runs of the other kind
        return fewest - 1 <= mine and mine + run <= (others + 1) * limit[kind]

    word = []
    last, run = -1, 0
    for _ in range(n):
        options = []
        for kind in (0, 1):
            if heaps[kind]:
                length = run + 1 if kind == last else 1
                if possible(kind, length, len(heaps[kind]) - 1, len(heaps[1 - kind])):
                    options.append((heaps[kind][-1], kind, length))
        if not options:
            print("impossible")
            return
        letter, last, run = min(options)
        heaps[last].pop()
        word.append(letter)
    print("".join(word))


main()
