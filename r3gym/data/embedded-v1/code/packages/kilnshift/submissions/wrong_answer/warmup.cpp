// Mistake: kilns that are still warming up contribute a negative number of bowls.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;
typedef long long ll;

int main() {
    int n;
    ll b;
    cin >> n >> b;
    vector<ll> w(n), p(n), c(n), k(n), r(n);
    for (int i = 0; i < n; i++) cin >> w[i] >> p[i] >> c[i] >> k[i] >> r[i];
    ll low = 0, high = 1000000000000000000LL;
    while (high - low > 1) {
        ll mid = low + (high - low) / 2;
        __int128 total = 0;
        for (int i = 0; i < n; i++) {
            ll cycle = p[i] * k[i] + r[i], run = mid - w[i];
            total += (__int128)(run / cycle * k[i] + min(k[i], run % cycle / p[i])) * c[i];
        }
        (total >= b ? high : low) = mid;
    }
    cout << high << "\n";
}
