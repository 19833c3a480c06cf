// Mistake: goes through the bridges from the largest need down and adds missing watchers at the end with the lower wage.
#include <algorithm>
#include <iostream>
#include <tuple>
#include <vector>
using namespace std;

int main() {
    int n, m;
    cin >> n >> m;
    vector<long long> wage(n), watchers(n, 0);
    for (long long& c : wage) cin >> c;
    vector<tuple<int, int, int>> bridges;
    for (int i = 0; i < m; i++) {
        int u, v, h;
        cin >> u >> v >> h;
        bridges.push_back({-h, u - 1, v - 1});
    }
    sort(bridges.begin(), bridges.end());
    long long total = 0;
    for (auto [h, u, v] : bridges) {
        long long missing = max(0LL, -2 * h - watchers[u] - watchers[v]);
        int end = wage[u] <= wage[v] ? u : v;
        watchers[end] += missing;
        total += missing * wage[end];
    }
    cout << total << "\n";
}
