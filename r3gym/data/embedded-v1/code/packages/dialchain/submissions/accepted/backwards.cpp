// Forwards from s and backwards from t, box by box; a box with factor 0 settles all boxes before it at once.
#include <iostream>
#include <unordered_map>
#include <vector>
using namespace std;
typedef long long ll;

int main() {
    int n;
    ll p, s, t, count = 0;
    cin >> n >> p >> s >> t;
    vector<ll> a(n), b(n);
    for (int i = 0; i < n; i++) cin >> a[i] >> b[i];
    auto inverse = [&](ll x) {
        ll r0 = p, r1 = x, u0 = 0, u1 = 1;
        while (r1 > 0) {
            ll q = r0 / r1, r2 = r0 - q * r1, u2 = u0 - q * u1;
            r0 = r1, r1 = r2, u0 = u1, u1 = u2;
        }
        return (u0 + p) % p;
    };
    vector<ll> back{t};
    for (int i = n - 1; i >= n / 2; i--) {
        ll undo = a[i] == 0 ? 0 : inverse(a[i]);
        size_t settings = back.size();
        for (size_t j = 0; j < settings; j++) {
            ll y = back[j];
            if (a[i] != 0)
                back.push_back((y - b[i] + p) * undo % p);
            else if (y == b[i])
                count += 1LL << i;  // whatever the boxes before it do
        }
    }
    unordered_map<ll, ll> wanted;
    wanted.reserve(2 * back.size());
    for (ll y : back) wanted[y]++;
    vector<ll> values{s};
    for (int i = 0; i < n / 2; i++) {
        size_t settings = values.size();
        for (size_t j = 0; j < settings; j++) values.push_back((a[i] * values[j] + b[i]) % p);
    }
    for (ll x : values) {
        auto found = wanted.find(x);
        if (found != wanted.end()) count += found->second;
    }
    cout << count << "\n";
}
