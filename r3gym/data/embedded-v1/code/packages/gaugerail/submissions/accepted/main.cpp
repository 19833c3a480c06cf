// Dijkstra on (town, gauge of one of its lines); neighbouring gauges of a town are linked, changes walk along the chain.
#include <algorithm>
#include <iostream>
#include <queue>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m, s;
    cin >> n >> m >> s;
    vector<long long> widen(n), narrow(n);
    for (int j = 0; j < n; j++) cin >> widen[j] >> narrow[j];
    vector<int> u(m), v(m), t(m), g(m);
    vector<vector<int>> gauges(n);  // sorted, without repetition
    gauges[0].push_back(s);
    for (int i = 0; i < m; i++) {
        cin >> u[i] >> v[i] >> t[i] >> g[i];
        u[i]--, v[i]--;
        gauges[u[i]].push_back(g[i]);
        gauges[v[i]].push_back(g[i]);
    }
    vector<int> base(n + 1, 0), town;
    for (int j = 0; j < n; j++) {
        sort(gauges[j].begin(), gauges[j].end());
        gauges[j].erase(unique(gauges[j].begin(), gauges[j].end()), gauges[j].end());
        base[j + 1] = base[j] + gauges[j].size();
        town.resize(base[j + 1], j);
    }
    auto state = [&](int j, int gauge) {
        return base[j] + int(lower_bound(gauges[j].begin(), gauges[j].end(), gauge) - gauges[j].begin());
    };
    vector<vector<pair<int, int>>> rides(base[n]);
    for (int i = 0; i < m; i++) {
        int a = state(u[i], g[i]), b = state(v[i], g[i]);
        rides[a].push_back({b, t[i]});
        rides[b].push_back({a, t[i]});
    }
    vector<long long> when(base[n], -1);
    priority_queue<pair<long long, int>> queue;
    queue.push({0, state(0, s)});
    while (!queue.empty()) {
        auto [negative, x] = queue.top();
        queue.pop();
        if (when[x] >= 0) continue;
        long long now = when[x] = -negative;
        int j = town[x], i = x - base[j];
        if (j == n - 1) {
            cout << now << "\n";
            return 0;
        }
        for (auto [y, minutes] : rides[x]) queue.push({-(now + minutes), y});
        if (x + 1 < base[j + 1]) queue.push({-(now + widen[j] * (gauges[j][i + 1] - gauges[j][i])), x + 1});
        if (i > 0) queue.push({-(now + narrow[j] * (gauges[j][i] - gauges[j][i - 1])), x - 1});
    }
    cout << "-1\n";
}
