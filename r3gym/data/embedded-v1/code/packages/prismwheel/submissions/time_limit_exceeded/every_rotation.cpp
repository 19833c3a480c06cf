// Right but slow: looks at every single rotation.
#include <iostream>
#include <numeric>
#include <unordered_map>
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
    unordered_map<ll, ll> known;
    auto wheel = [&](ll d) {
        auto it = known.find(d);
        if (it != known.end()) return it->second;
        ll all = power(c * c - 3 * c + 3, d) + (c - 1) % mod * ((power(3 - c, d) + power(1 - c, d)) % mod);
        return known[d] = ((all + c * c - 3 * c + 1) % mod + mod) % mod;
    };
    ll total = 0;
    for (ll turn = 1; turn <= n; turn++) total = (total + wheel(gcd(turn, n))) % mod;
    cout << total * power(n, mod - 2) % mod << "\n";
}
