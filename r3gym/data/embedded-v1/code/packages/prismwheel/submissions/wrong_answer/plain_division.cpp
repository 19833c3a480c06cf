// Mistake: divides the number of all paintings by n, as if no painting were symmetric.
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
    ll all = power(c * c - 3 * c + 3, n) + (c - 1) * ((power(3 - c, n) + power(1 - c, n)) % mod);
    all = ((all + c * c - 3 * c + 1) % mod + mod) % mod;
    cout << all * power(n, mod - 2) % mod << "\n";
}
