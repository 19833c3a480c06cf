// Mistake: keeps one last person for every set of used people, the one with the smallest sum so far.
#include <iostream>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n, k, m;
    cin >> n >> k >> m;
    vector<long long> a(n);
    for (auto& x : a) cin >> x;
    vector<vector<char>> hostile(n, vector<char>(n, 0));
    while (m--) {
        int x, y;
        cin >> x >> y;
        hostile[x - 1][y - 1] = hostile[y - 1][x - 1] = 1;
    }
    const long long none = 1LL << 60;
    int width = 2 * k + 1, masks = 1 << width, begin = (1 << k) - 1;
    vector<pair<long long, int>> best(masks, {none, -1});
    best[begin] = {0, -1};
    for (int place = 0; place < n; place++) {
        vector<pair<long long, int>> next(masks, {none, -1});
        for (int mask = 0; mask < masks; mask++) {
            auto [cost, before] = best[mask];
            if (cost == none) continue;
            for (int j = 0; j < width; j++) {
                int person = place - k + j;
                if (mask >> j & 1 || person >= n) continue;
                if (!(mask & 1) && j > 0) break;
                long long sum = cost;
                if (before >= 0) {
                    if (hostile[before][person]) continue;
                    sum += (a[before] - a[person]) * (a[before] - a[person]);
                }
                auto& target = next[(mask | 1 << j) >> 1];
                if (sum < target.first) target = {sum, person};
            }
        }
        best.swap(next);
    }
    if (best[begin].first == none) cout << "impossible\n";
    else cout << best[begin].first << "\n";
}
