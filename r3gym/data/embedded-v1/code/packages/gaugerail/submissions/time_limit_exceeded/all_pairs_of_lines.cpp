// Right but slow: Dijkstra on the ends of lines, with an edge for every pair of lines that meet in a town.
#include <iostream>
#include <queue>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m, s;
    cin >> n >> m >> s;
    vector<long long> p(n + 1), q(n + 1);
    for (int j = 1; j <= n; j++) cin >> p[j] >> q[j];
    vector<int> u(m), v(m), t(m), g(m);
    vector<vector<int>> lines(n + 1);
    for (int i = 0; i < m; i++) {
        cin >> u[i] >> v[i] >> t[i] >> g[i];
        lines[u[i]].push_back(i);
        lines[v[i]].push_back(i);
    }
    const long long far = 4e18;
    vector<vector<long long>> arrive(m, vector<long long>(2, far));  // by line i in u[i] or v[i]
    priority_queue<pair<long long, int>> open;
    auto leave = [&](int town, int gauge, long long now) {
        for (int i : lines[town]) {
            long long change = g[i] > gauge ? (g[i] - gauge) * p[town] : (gauge - g[i]) * q[town];
            int side = u[i] == town ? 1 : 0;
            if (now + change + t[i] < arrive[i][side]) {
                arrive[i][side] = now + change + t[i];
                open.push({-arrive[i][side], 2 * i + side});
            }
        }
    };
    if (n == 1) {
        cout << "0\n";
        return 0;
    }
    leave(1, s, 0);
    while (!open.empty()) {
        auto [d, x] = open.top();
        open.pop();
        int i = x / 2, town = x % 2 ? v[i] : u[i];
        if (-d > arrive[i][x % 2]) continue;
        if (town == n) {
            cout << -d << "\n";
            return 0;
        }
        leave(town, g[i], -d);
    }
    cout << "-1\n";
}
