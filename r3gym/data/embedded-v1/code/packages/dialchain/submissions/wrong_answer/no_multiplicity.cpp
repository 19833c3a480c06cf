// Mistake: equal values after the first half are counted once only.
#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>
using namespace std;
typedef long long ll;

ll p;

ll power(ll base, ll exponent) {
    ll result = 1;
    for (; exponent > 0; exponent /= 2) {
        if (exponent % 2 == 1) result = result * base % p;
        base = base * base % p;
    }
    return result;
}

int main() {
    int n;
    ll s, t;
    cin >> n >> p >> s >> t;
    vector<ll> values{s};
    vector<pair<ll, ll>> maps{{1, 0}};
    for (int i = 0; i < n; i++) {
        ll a, b;
        cin >> a >> b;
        if (i < n / 2) {
            size_t settings = values.size();
            for (size_t j = 0; j < settings; j++) values.push_back((a * values[j] + b) % p);
        } else {
            size_t settings = maps.size();
            for (size_t j = 0; j < settings; j++) maps.push_back({a * maps[j].first % p, (a * maps[j].second + b) % p});
        }
    }
    sort(values.begin(), values.end());
    ll count = 0;
    for (auto [a, b] : maps) {
        if (a == 0) {
            if (b == t) count += values.size();
            continue;
        }
        ll x = (t - b + p) * power(a, p - 2) % p;
        auto range = equal_range(values.begin(), values.end(), x);
        count += range.second > range.first;
    }
    cout << count << "\n";
}
