# The same greedy rule, with a difference array modulo 10 instead of a sliding sum.
n, w, k = map(int, input().split())
digits = list(map(int, input()))
change = [0] * (n + w + 1)
shift = 0
for i in range(n - 1):
    shift = (shift + change[i]) % 10
    now = (digits[i] + shift) % 10
    used = min(k, 9 - now)
    k -= used
    shift += used
    change[i + w] -= used
    digits[i] = now + used
digits[-1] = (digits[-1] + shift + change[n - 1] + k) % 10
print("".join(map(str, digits)))
