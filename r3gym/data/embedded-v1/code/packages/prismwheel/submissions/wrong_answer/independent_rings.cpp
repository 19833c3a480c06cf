// Mistake: after the inner ring every column is taken to leave the same number of choices for the outer ring.
#include <iostream>
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
    auto ring = [](ll d, ll k) { return (power(k - 1, d) + (d % 2 ? mod - 1 : 1) * ((k - 1) % mod)) % mod; };
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
    auto add = [&](ll d) { total = (total + phi(n / d) % mod * ring(d, c) % mod * ring(d, max(c - 1, 1LL))) % mod; };
    for (ll d = 1; d * d <= n; d++)
        if (n % d == 0) {
            add(d);
            if (d * d != n) add(n / d);
        }
    cout << (total % mod + mod) % mod * power(n, mod - 2) % mod << "\n";
}
