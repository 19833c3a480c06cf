// Mistake: a kiln that is cooling down is still counted as firing.
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
        ll mid = low + (high - low) / 2, missing = b;
        for (int i = 0; i < n && missing > 0; i++) {
            if (mid <= w[i]) continue;
            ll cycle = p[i] * k[i] + r[i], run = mid - w[i];
            ll batches = run / cycle * k[i] + run % cycle / p[i];
            if (batches >= (missing + c[i] - 1) / c[i]) missing = 0;
            else missing -= batches * c[i];
        }
        (missing <= 0 ? high : low) = mid;
    }
    cout << high << "\n";
}
