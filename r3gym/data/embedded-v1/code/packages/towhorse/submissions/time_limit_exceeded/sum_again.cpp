// Right but slow: adds up the times of every run and of its rest anew.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n, k;
    cin >> n >> k;
    vector<int> horse(n), crew(n);
    for (int& t : horse) cin >> t;
    for (int& t : crew) cin >> t;
    vector<long long> f(n + 1, (long long)1e18);
    f[0] = 0;
    for (int i = 0; i < n; i++) {
        f[i + 1] = min(f[i + 1], f[i] + crew[i]);
        for (int run = 1; run <= k && i + run <= n; run++) {
            long long time = f[i];
            int at = i;
            for (; at < i + run; at++) time += horse[at];
            for (; at < n && at < i + 2 * run; at++) time += crew[at];
            f[at] = min(f[at], time);
        }
    }
    cout << f[n] << "\n";
}
