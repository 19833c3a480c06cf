// Right but slow: a knapsack over the children decides how many of their lanes the square sweeps.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<long long> w(n), c(n);
    for (int i = 0; i < n; i++) cin >> w[i] >> c[i];
    vector<vector<int>> next(n);
    for (int i = 1; i < n; i++) {
        int a, b;
        cin >> a >> b;
        next[a - 1].push_back(b - 1);
        next[b - 1].push_back(a - 1);
    }
    vector<int> order = {0}, parent(n, -1);
    for (int i = 0; i < n; i++)
        for (int u : next[order[i]])
            if (u != parent[order[i]]) {
                parent[u] = order[i];
                order.push_back(u);
            }
    vector<long long> left(n), swept(n);  // the parent's lane is left to the parent, or swept from here
    reverse(order.begin(), order.end());
    for (int v : order) {
        // For both uses of the parent's lane, cost[k] is the least cost of the children if v sweeps k lanes in all.
        for (int own = 0; own <= 1; own++) {
            const long long never = 1e18;
            vector<long long> cost(own + 1, never);
            cost[own] = 0;
            for (int u : next[v])
                if (u != parent[v]) {
                    cost.push_back(never);
                    for (int k = (int)cost.size() - 1; k >= 1; k--) cost[k] = min(cost[k] + swept[u], cost[k - 1] + left[u]);
                    cost[0] += swept[u];
                }
            long long best = never;
            for (int k = own; k < (int)cost.size(); k++) best = min(best, cost[k] + (k + c[v] - 1) / c[v] * w[v]);
            (own ? swept : left)[v] = best;
        }
    }
    cout << left[0] << "\n";
}
