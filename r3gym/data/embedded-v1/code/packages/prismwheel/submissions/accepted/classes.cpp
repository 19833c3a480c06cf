// Burnside with an explicit transfer matrix: the columns (x, y) fall into seven classes relative to a first column (1, 2).
#include <array>
#include <iostream>
#include <numeric>
#include <vector>
using namespace std;
typedef long long ll;
const ll mod = 1000000007;
typedef array<array<ll, 7>, 7> Matrix;

// A colour is 1, 2 or another one (0). The classes of columns:
const int X[7] = {1, 2, 1, 0, 2, 0, 0}, Y[7] = {2, 1, 0, 2, 0, 1, 0};

Matrix times(const Matrix& a, const Matrix& b) {
    Matrix r{};
    for (int i = 0; i < 7; i++)
        for (int k = 0; k < 7; k++)
            for (int j = 0; j < 7; j++) r[i][j] = (r[i][j] + a[i][k] * b[k][j]) % mod;
    return r;
}

int main() {
    ll n, c;
    cin >> n >> c;
    ll others = (c - 2 + mod) % mod;
    Matrix step{};
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++) {
            // Columns of class j that may follow a given column (x, y) of class i.
            int x = X[i], y = Y[i], u = X[j], v = Y[j];
            if ((u && u == x) || (v && v == y)) continue;
            ll ways;
            if (u && v) ways = 1;
            else if (u) ways = others - (y == 0);
            else if (v) ways = others - (x == 0);
            // Both are other colours and differ: all pairs, minus those with u = x or v = y, plus those with both.
            else ways = others * (others - 1) - ((x == 0) + (y == 0)) * (others - 1) + (x == 0 && y == 0);
            step[i][j] = (ways % mod + mod) % mod;
        }
    auto wheel = [&](ll d) {
        Matrix r{}, b = step;
        for (int i = 0; i < 7; i++) r[i][i] = 1;
        for (; d; d >>= 1, b = times(b, b))
            if (d & 1) r = times(r, b);
        return c % mod * ((c - 1) % mod) % mod * r[0][0] % mod;
    };
    auto phi = [](ll x) {
        ll r = x;
        for (ll p = 2; p * p <= x; p++)
            if (x % p == 0) {
                r -= r / p;
                while (x % p == 0) x /= p;
            }
        return x > 1 ? r - r / x : r;
    };
    vector<ll> divisors;
    for (ll d = 1; d * d <= n; d++)
        if (n % d == 0) {
            divisors.push_back(d);
            if (d * d != n) divisors.push_back(n / d);
        }
    ll total = 0, inverse = 1;
    for (ll d : divisors) total = (total + phi(n / d) % mod * wheel(d)) % mod;
    for (ll e = mod - 2, b = n % mod; e; e >>= 1, b = b * b % mod)
        if (e & 1) inverse = inverse * b % mod;
    cout << total * inverse % mod << "\n";
}
