// Right but slow: goes through all spans; the levers pulled in vain are in the or of the sets but not in the xor.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, b;
    cin >> n >> b;
    vector<int> fine(b);
    for (int& w : fine) cin >> w;
    vector<int> sets(n);
    for (int& a : sets) cin >> a;
    vector<int> sum(1 << b, 0);
    for (int mask = 1; mask < 1 << b; mask++) sum[mask] = sum[mask & (mask - 1)] + fine[__builtin_ctz(mask)];
    long long total = 0;
    for (int left = 0; left < n; left++) {
        int any = 0, odd = 0;
        for (int right = left; right < n; right++) {
            any |= sets[right];
            odd ^= sets[right];
            total += sum[any & ~odd];
        }
    }
    cout << total << "\n";
}
