// Mistake: the first and the last arc may have the same colour.
#include <iostream>
#include <vector>
using namespace std;

const long long mod = 998244353;

long long power(long long base, long long exponent) {
    long long result = 1;
    base %= mod;
    for (; exponent > 0; exponent >>= 1) {
        if (exponent & 1) result = result * base % mod;
        base = base * base % mod;
    }
    return result;
}

int main() {
    int n, c, k;
    cin >> n >> c >> k;
    vector<long long> factorial(n + 1, 1), inverse(n + 1, 1);
    for (int i = 1; i <= n; i++) factorial[i] = factorial[i - 1] * i % mod;
    inverse[n] = power(factorial[n], mod - 2);
    for (int i = n; i > 0; i--) inverse[i - 1] = inverse[i] * i % mod;
    auto choose = [&](int a, int b) { return factorial[a] * inverse[b] % mod * inverse[a - b] % mod; };
    long long arcs = 0;  // colourings of the arcs that use all colours
    for (int x = 1; x <= c; x++) {
        long long proper = k == 0 ? x : x * power(x - 1, k - 1);
        long long term = choose(c, x) * (proper % mod) % mod;
        arcs += (c - x) % 2 == 0 ? term : mod - term;
    }
    cout << choose(n, k) * (arcs % mod) % mod << "\n";
}
