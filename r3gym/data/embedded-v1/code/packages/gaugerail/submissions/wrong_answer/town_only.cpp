// Mistake: keeps only the earliest arrival in each town, with the gauge of that arrival.
#include <iostream>
#include <queue>
#include <tuple>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m, s;
    cin >> n >> m >> s;
    vector<long long> p(n + 1), q(n + 1);
    for (int j = 1; j <= n; j++) cin >> p[j] >> q[j];
    vector<vector<tuple<int, int, int>>> lines(n + 1);
    for (int i = 0; i < m; i++) {
        int u, v, t, g;
        cin >> u >> v >> t >> g;
        lines[u].push_back({v, t, g});
        lines[v].push_back({u, t, g});
    }
    vector<char> done(n + 1, 0);
    priority_queue<tuple<long long, int, int>> open;
    open.push({0, 1, s});
    while (!open.empty()) {
        auto [d, j, gauge] = open.top();
        open.pop();
        if (done[j]) continue;
        done[j] = 1;
        if (j == n) {
            cout << -d << "\n";
            return 0;
        }
        for (auto [v, t, g] : lines[j]) {
            long long change = g > gauge ? (g - gauge) * p[j] : (gauge - g) * q[j];
            if (!done[v]) open.push({d - change - t, v, g});
        }
    }
    cout << "-1\n";
}
