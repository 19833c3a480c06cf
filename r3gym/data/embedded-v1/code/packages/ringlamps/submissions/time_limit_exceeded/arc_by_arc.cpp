// Right but slow: a table over arcs and colours used so far, marked whether the last arc looks like the first.
#include <iostream>
#include <vector>
using namespace std;

const long long mod = 998244353;

long long power(long long base, long long exponent) {
    long long result = 1;
    for (; exponent > 0; exponent >>= 1) {
        if (exponent & 1) result = result * base % mod;
        base = base * base % mod;
    }
    return result;
}

int main() {
    int n, c, k;
    cin >> n >> c >> k;
    if (k == 0) {
        cout << (c == 1 ? 1 : 0) << "\n";
        return 0;
    }
    vector<long long> first(c + 2, 0), other(c + 2, 0);
    first[1] = c;
    for (int arc = 2; arc <= k; arc++) {
        for (int used = min(arc, c); used >= 1; used--) {
            long long fresh = (first[used - 1] + other[used - 1]) * (c - used + 1) % mod;
            long long old = (first[used] * (used - 1) + other[used] * max(0, used - 2)) % mod;
            first[used] = other[used];
            other[used] = (fresh + old) % mod;
        }
    }
    long long places = 1;
    for (int i = 1; i <= k; i++) places = places * (n - i + 1) % mod * power(i, mod - 2) % mod;
    cout << places * other[c] % mod << "\n";
}
