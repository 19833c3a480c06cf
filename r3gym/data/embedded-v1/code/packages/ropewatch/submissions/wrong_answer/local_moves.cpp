// Mistake: improves a solution by moving one hut at a time, up or down, with all its neighbours at their least values.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int n, m;
vector<long long> wage, watchers;
vector<vector<pair<int, long long>>> bridges;

long long least(int v) {
    long long x = 0;
    for (auto [u, need] : bridges[v]) x = max(x, need - watchers[u]);
    return x;
}

int main() {
    cin >> n >> m;
    wage.resize(n), watchers.assign(n, 0), bridges.resize(n);
    for (long long& c : wage) cin >> c;
    for (int i = 0; i < m; i++) {
        int u, v, h;
        cin >> u >> v >> h;
        bridges[u - 1].push_back({v - 1, 2 * h});
        bridges[v - 1].push_back({u - 1, 2 * h});
        watchers[u - 1] = max(watchers[u - 1], 1LL * h);
        watchers[v - 1] = max(watchers[v - 1], 1LL * h);
    }
    auto cost = [&] {
        long long sum = 0;
        for (int v = 0; v < n; v++) sum += wage[v] * watchers[v];
        return sum;
    };
    long long now = cost();
    for (bool better = true; better;) {
        better = false;
        for (int v = 0; v < n; v++) {
            for (int step : {-1, 1}) {
                vector<long long> before = watchers;
                watchers[v] += step;
                bool fine = watchers[v] >= 0;
                for (auto [u, need] : bridges[v]) watchers[u] = least(u);
                fine = fine && watchers[v] >= least(v);
                if (fine && cost() < now) {
                    now = cost();
                    better = true;
                } else {
                    watchers = before;
                }
            }
        }
    }
    cout << now << "\n";
}
