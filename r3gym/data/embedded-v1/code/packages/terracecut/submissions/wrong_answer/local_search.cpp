// Mistake: improves one terrace at a time, from the cheapest levels and from 200 random starts.
#include <algorithm>
#include <iostream>
#include <random>
#include <vector>
using namespace std;
typedef long long ll;

int main() {
    int n, m, k;
    cin >> n >> m >> k;
    vector<vector<ll>> cost(n, vector<ll>(k + 1));
    for (auto& row : cost)
        for (ll& x : row) cin >> x;
    vector<vector<pair<int, ll>>> stairs(n);
    while (m--) {
        int i, j;
        ll w;
        cin >> i >> j >> w;
        stairs[i - 1].push_back({j - 1, w});
        stairs[j - 1].push_back({i - 1, w});
    }
    mt19937 rng(1);
    ll best = 1e18;
    for (int start = 0; start <= 200; start++) {
        vector<int> h(n);
        for (int i = 0; i < n; i++)
            h[i] = start == 0 ? min_element(cost[i].begin(), cost[i].end()) - cost[i].begin() : rng() % (k + 1);
        auto local = [&](int i, int level) {
            ll sum = cost[i][level];
            for (auto [j, w] : stairs[i]) sum += w * (level - h[j]) * (level - h[j]);
            return sum;
        };
        for (bool better = true; better;) {
            better = false;
            for (int i = 0; i < n; i++)
                for (int level = 0; level <= k; level++)
                    if (local(i, level) < local(i, h[i])) {
                        h[i] = level;
                        better = true;
                    }
        }
        ll total = 0;
        for (int i = 0; i < n; i++) {
            total += cost[i][h[i]];
            for (auto [j, w] : stairs[i])
                if (j < i) total += w * (h[i] - h[j]) * (h[i] - h[j]);
        }
        best = min(best, total);
    }
    cout << best << "\n";
}
