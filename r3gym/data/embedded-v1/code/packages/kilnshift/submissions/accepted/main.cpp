// Binary search on the minute; the bowl count stops as soon as the order is met, so nothing overflows.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;
typedef long long ll;

struct Kiln { ll w, p, c, k, r; };

int main() {
    int n;
    ll b;
    cin >> n >> b;
    vector<Kiln> kilns(n);
    for (Kiln& x : kilns) cin >> x.w >> x.p >> x.c >> x.k >> x.r;
    auto enough = [&](ll t) {
        ll missing = b;
        for (const Kiln& x : kilns) {
            if (t <= x.w) continue;
            ll cycle = x.p * x.k + x.r, run = t - x.w;
            ll batches = run / cycle * x.k + min(x.k, run % cycle / x.p);
            if (batches >= (missing + x.c - 1) / x.c) return true;
            missing -= batches * x.c;
        }
        return false;
    };
    ll low = 0, high = 1000000000000000000LL;  // not enough at low, enough at high
    while (high - low > 1) {
        ll mid = low + (high - low) / 2;
        (enough(mid) ? high : low) = mid;
    }
    cout << high << "\n";
}
