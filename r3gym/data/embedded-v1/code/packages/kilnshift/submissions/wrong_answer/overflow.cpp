// Mistake: the total number of bowls is kept in 64 bits without a cap.
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
        unsigned long long total = 0;
        for (int i = 0; i < n; i++) {
            if (mid <= w[i]) continue;
            ll cycle = p[i] * k[i] + r[i], run = mid - w[i];
            total += (unsigned long long)(run / cycle * k[i] + min(k[i], run % cycle / p[i])) * c[i];
        }
        ((ll)total >= b ? high : low) = mid;
    }
    cout << high << "\n";
}
