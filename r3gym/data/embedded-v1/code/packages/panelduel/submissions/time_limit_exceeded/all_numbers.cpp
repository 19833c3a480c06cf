// Right but slow: Grundy numbers of all numbers one after the other, from the latest number of each lamp count.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;
typedef long long ll;

// Calls use(m, value) for m = 0, 1, ..., top.
template <class F>
void all(ll top, F use) {
    vector<ll> after(62, 0);  // value after the latest number with this lamp count
    for (ll m = 0; m <= top; m++) {
        ll value = 0;
        int lamps = __builtin_popcountll(m);
        for (int count = lamps; count <= 60; count++) value = max(value, after[count]);
        after[lamps] = value + 1;
        use(m, value);
    }
}

int main() {
    int k;
    cin >> k;
    vector<ll> a(k), g(k);
    for (ll& x : a) cin >> x;
    ll top = *max_element(a.begin(), a.end()), total = 0, moves = 0;
    all(top, [&](ll m, ll value) {
        for (int i = 0; i < k; i++)
            if (a[i] == m) g[i] = value, total ^= value;
    });
    all(top, [&](ll m, ll value) {
        for (int i = 0; i < k; i++)
            if (m < a[i] && __builtin_popcountll(m) >= __builtin_popcountll(a[i]) && (total ^ g[i]) == value) moves++;
    });
    cout << moves << "\n";
}
