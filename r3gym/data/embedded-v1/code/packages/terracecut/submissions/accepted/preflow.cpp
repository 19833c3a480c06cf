// The same cut with other means: a large constant on every chain edge (instead of infinite back edges) makes each chain pay
// for exactly one cut, and the flow is found by push-relabel with the gap rule on a matrix of capacities.
#include <iostream>
#include <queue>
#include <vector>
using namespace std;
typedef long long ll;

int main() {
    const ll large = 1000000000000LL;  // more than any set of levels can cost
    int n, m, k;
    cin >> n >> m >> k;
    int s = n * k, t = s + 1, size = s + 2;
    vector<vector<ll>> cap(size, vector<ll>(size, 0));
    for (int i = 0; i < n; i++)
        for (int h = 0; h <= k; h++) {
            ll cost;
            cin >> cost;
            cap[h == 0 ? s : i * k + h - 1][h == k ? t : i * k + h] += cost + large;
        }
    while (m--) {
        int i, j;
        ll w;
        cin >> i >> j >> w;
        i--, j--;
        for (int a = 0; a < k; a++)
            for (int b = 0; b <= a; b++) {
                cap[i * k + a][j * k + b] += a == b ? w : 2 * w;
                cap[j * k + a][i * k + b] += a == b ? w : 2 * w;
            }
    }
    vector<vector<int>> near(size);
    for (int v = 0; v < size; v++)
        for (int u = 0; u < size; u++)
            if (cap[v][u] > 0 || cap[u][v] > 0) near[v].push_back(u);
    vector<int> height(size, size), at(size + 1, 0), next(size, 0);
    vector<ll> excess(size, 0);
    // Start with exact distances to the sink.
    queue<int> q;
    height[t] = 0;
    q.push(t);
    while (!q.empty()) {
        int v = q.front();
        q.pop();
        for (int u : near[v])
            if (u != s && height[u] == size && cap[u][v] > 0) {
                height[u] = height[v] + 1;
                q.push(u);
            }
    }
    for (int v = 0; v < size; v++) at[height[v]]++;
    vector<char> waiting(size, 0);
    auto send = [&](int v, int u, ll f) {
        cap[v][u] -= f;
        cap[u][v] += f;
        excess[v] -= f;
        excess[u] += f;
        if (u != s && u != t && !waiting[u]) {
            waiting[u] = 1;
            q.push(u);
        }
    };
    for (int u : near[s])
        if (cap[s][u] > 0) send(s, u, cap[s][u]);
    while (!q.empty()) {
        int v = q.front();
        q.pop();
        waiting[v] = 0;
        while (excess[v] > 0 && height[v] < size) {
            if (next[v] == (int)near[v].size()) {
                next[v] = 0;
                int old = height[v], low = size;
                for (int u : near[v])
                    if (cap[v][u] > 0) low = min(low, height[u] + 1);
                at[old]--;
                if (at[old] == 0 && old < size)
                    for (int u = 0; u < size; u++)
                        if (u != s && height[u] > old && height[u] < size) {
                            at[height[u]]--;
                            height[u] = size;
                            at[size]++;
                        }
                height[v] = at[old] == 0 ? size : low;
                at[height[v]]++;
                continue;
            }
            int u = near[v][next[v]];
            if (cap[v][u] > 0 && height[v] == height[u] + 1) send(v, u, min(excess[v], cap[v][u]));
            else next[v]++;
        }
    }
    cout << excess[t] - n * large << "\n";
}
