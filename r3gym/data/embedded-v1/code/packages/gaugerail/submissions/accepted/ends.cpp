// Every end of a line is a vertex; the ends in one town are a chain in the order of their gauges. Dijkstra with a set.
#include <algorithm>
#include <iostream>
#include <set>
#include <vector>
using namespace std;

struct Edge {
    int to;
    long long minutes;
};

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m, s;
    cin >> n >> m >> s;
    vector<long long> p(n + 1), q(n + 1);
    for (int j = 1; j <= n; j++) cin >> p[j] >> q[j];
    vector<int> town(2 * m + 1), gauge(2 * m + 1);
    vector<vector<Edge>> graph(2 * m + 1);
    vector<vector<pair<int, int>>> ends(n + 1);
    for (int i = 0; i < m; i++) {
        int u, v, t, g;
        cin >> u >> v >> t >> g;
        town[2 * i] = u, town[2 * i + 1] = v;
        gauge[2 * i] = gauge[2 * i + 1] = g;
        graph[2 * i].push_back({2 * i + 1, t});
        graph[2 * i + 1].push_back({2 * i, t});
        ends[u].push_back({g, 2 * i});
        ends[v].push_back({g, 2 * i + 1});
    }
    town[2 * m] = 1;  // the train at first
    gauge[2 * m] = s;
    ends[1].push_back({s, 2 * m});
    for (int j = 1; j <= n; j++) {
        sort(ends[j].begin(), ends[j].end());
        for (size_t k = 1; k < ends[j].size(); k++) {
            auto [low, a] = ends[j][k - 1];
            auto [high, b] = ends[j][k];
            graph[a].push_back({b, p[j] * (high - low)});
            graph[b].push_back({a, q[j] * (high - low)});
        }
    }
    const long long far = 4e18;
    vector<long long> dist(2 * m + 1, far);
    set<pair<long long, int>> open = {{0, 2 * m}};
    dist[2 * m] = 0;
    while (!open.empty()) {
        auto [d, x] = *open.begin();
        open.erase(open.begin());
        for (auto [y, minutes] : graph[x]) {
            if (d + minutes >= dist[y]) continue;
            open.erase({dist[y], y});
            dist[y] = d + minutes;
            open.insert({dist[y], y});
        }
    }
    long long best = far;
    for (int x = 0; x <= 2 * m; x++)
        if (town[x] == n) best = min(best, dist[x]);
    cout << (best == far ? -1 : best) << "\n";
}
