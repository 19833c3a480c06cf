// Mistake: weighs the paintings of period d with phi(d) instead of phi(n / d).
#include <iostream>
#include <vector>
using namespace std;
typedef long long ll;
const ll mod = 1000000007;

ll power(ll b, ll e) {
    ll r = 1;
    for (b = (b % mod + mod) % mod; e; e >>= 1, b = b * b % mod)
        if (e & 1) r = r * b % mod;
    return r;
}

int main() {
    ll n, c;
    cin >> n >> c;
    auto wheel = [&](ll d) {
        ll all = power(c * c - 3 * c + 3, d) + (c - 1) % mod * ((power(3 - c, d) + power(1 - c, d)) % mod);
        return ((all + c * c - 3 * c + 1) % mod + mod) % mod;
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
    ll total = 0;
    for (ll d = 1; d * d <= n; d++)
        if (n % d == 0) {
            total = (total + phi(d) * wheel(d)) % mod;
            if (d * d != n) total = (total + phi(n / d) * wheel(n / d)) % mod;
        }
    cout << total * power(n, mod - 2) % mod << "\n";
}
