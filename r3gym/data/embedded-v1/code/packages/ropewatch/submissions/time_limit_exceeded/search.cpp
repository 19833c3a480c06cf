// Right but slow: tries all numbers of watchers hut by hut, and gives up a branch when it is too dear already.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int n, m;
long long best;
vector<long long> wage, watchers;
vector<vector<pair<int, long long>>> bridges;

void place(int v, long long cost) {
    if (cost >= best) return;
    if (v == n) {
        best = cost;
        return;
    }
    long long least = 0, most = 0;
    for (auto [u, need] : bridges[v]) {
        if (u < v) least = max(least, need - watchers[u]);
        most = max(most, need);
    }
    most = max(least, most);
    for (watchers[v] = least; watchers[v] <= most; watchers[v]++) place(v + 1, cost + wage[v] * watchers[v]);
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
    }
    best = 1e18;
    place(0, 0);
    cout << best << "\n";
}
