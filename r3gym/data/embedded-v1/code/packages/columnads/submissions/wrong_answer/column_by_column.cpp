// Mistake: fills the first column as dearly as possible, then the next one with what was brought after it.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n, k, h, g;
    cin >> n >> k >> h >> g;
    vector<int> x(n), fee(n);
    for (int i = 0; i < n; i++) cin >> x[i] >> fee[i];
    long long total = 0;
    int start = 0;
    while (k-- && start < n) {
        // best[p], and the earliest last advertisement that reaches it
        vector<pair<long long, int>> best(h + g + 1, {0, -start});
        for (int i = start; i < n; i++)
            for (int p = h + g; p >= x[i] + g; p--)
                best[p] = max(best[p], {best[p - x[i] - g].first + fee[i], -(i + 1)});
        total += best[h + g].first;
        start = -best[h + g].second;
    }
    cout << total << "\n";
}
