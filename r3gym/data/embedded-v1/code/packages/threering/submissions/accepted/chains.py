"""Spends the zeros from the front: zero-one-zero-one..., then plain ones, and the same with the twos."""


def main() -> None:
    input()
    kinds: list[list[str]] = [[], [], []]
    for name in input().split():
        kinds[int(name) % 3].append(name)
    zeros, ones, twos = kinds
    if len(zeros) > len(ones) + len(twos) or (ones and twos and len(zeros) < 2):
        print("impossible")
        return
    order: list[str] = []
    for kind, keep in ((ones, 1 if twos else 0), (twos, 0)):
        # A block opens with a zero, which parts it from the block before; `keep` zeros stay for later.
        for name in kind:
            if len(zeros) > keep:
                order.append(zeros.pop())
            order.append(name)
    print(" ".join(order))


main()
