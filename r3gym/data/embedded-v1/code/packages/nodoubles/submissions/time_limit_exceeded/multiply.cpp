// Right but slow: multiplies the powers of the inverse series out, one after the other.
#include <iostream>
#include <vector>
using namespace std;

const long long mod = 1000000007;

long long power(long long a, long long e) {
    long long result = 1;
    for (a %= mod; e > 0; e /= 2, a = a * a % mod)
        if (e % 2) result = result * a % mod;
    return result;
}

int main() {
    int n;
    long long c;
    cin >> n >> c;
    vector<long long> p(n + 1, 0);
    for (int m = 1; m <= n; m++) {
        p[m] = c * power(m, mod - 2) % mod;
        if (m % 2 == 0) p[m] = mod - p[m];
    }
    p[1] = 1;  // c - (c - 1)
    vector<long long> now(n + 1, 0);
    now[0] = 1;
    long long answer = 0, below = 1, all = 1;
    for (int k = 1; k <= n; k++) {
        vector<long long> next(n + 1, 0);
        for (int a = k - 1; a <= n; a++)
            for (int b = 1; a + b <= n; b++) next[a + b] = (next[a + b] + now[a] * p[b]) % mod;
        now.swap(next);
        below = below * k % mod;
        all = all * k % mod;
        answer = (answer + power(c, (long long)k * (k - 1) / 2) * power(below, mod - 2) % mod * now[n]) % mod;
    }
    cout << answer * all % mod << "\n";
}
