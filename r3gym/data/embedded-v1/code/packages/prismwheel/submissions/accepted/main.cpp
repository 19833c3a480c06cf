// Burnside over the rotations. A painting fixed by a rotation is one of a wheel with d = gcd columns, and the number of
// proper colourings of such a wheel is the trace of the d-th power of a matrix with four known eigenvalues.
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
    vector<ll> primes;
    ll rest = n;
    for (ll p = 2; p * p <= rest; p++)
        if (rest % p == 0) {
            primes.push_back(p);
            while (rest % p == 0) rest /= p;
        }
    if (rest > 1) primes.push_back(rest);
    auto phi = [&](ll x) {
        ll r = x;
        for (ll p : primes)
            if (x % p == 0) r = r / p * (p - 1);
        return r;
    };
    ll total = 0;
    for (ll d = 1; d * d <= n; d++)
        if (n % d == 0) {
            total = (total + phi(n / d) * wheel(d)) % mod;
            if (d * d != n) total = (total + phi(d) * wheel(n / d)) % mod;
        }
    cout << total * power(n, mod - 2) % mod << "\n";
}
