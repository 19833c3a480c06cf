// Right but slow: tries the levels of the terraces in turn, with a bound from the cheapest levels of the others.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;
typedef long long ll;

int n, m, k;
vector<vector<ll>> cost;
vector<vector<pair<int, ll>>> earlier;
vector<ll> rest;
vector<int> h;
ll best = 1e18;

void choose(int i, ll sum) {
    if (sum + rest[i] >= best) return;
    if (i == n) {
        best = sum;
        return;
    }
    for (int level = 0; level <= k; level++) {
        h[i] = level;
        ll more = cost[i][level];
        for (auto [j, w] : earlier[i]) more += w * (level - h[j]) * (level - h[j]);
        choose(i + 1, sum + more);
    }
}

int main() {
    cin >> n >> m >> k;
    cost.assign(n, vector<ll>(k + 1));
    earlier.resize(n);
    h.resize(n);
    for (auto& row : cost)
        for (ll& x : row) cin >> x;
    while (m--) {
        int i, j;
        ll w;
        cin >> i >> j >> w;
        earlier[j - 1].push_back({i - 1, w});
    }
    rest.assign(n + 1, 0);
    for (int i = n - 1; i >= 0; i--) rest[i] = rest[i + 1] + *min_element(cost[i].begin(), cost[i].end());
    choose(0, 0);
    cout << best << "\n";
}
