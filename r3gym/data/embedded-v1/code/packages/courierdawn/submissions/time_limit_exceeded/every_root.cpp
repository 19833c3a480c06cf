// Right but slow: computes the time for every host from scratch.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int n;
vector<vector<pair<int, int>>> adj;

int need(int root) {
    vector<int> order, parent(n, -1), stack = {root}, result(n, 0);
    while (!stack.empty()) {
        int v = stack.back();
        stack.pop_back();
        order.push_back(v);
        for (auto [u, d] : adj[v])
            if (u != parent[v]) {
                parent[u] = v;
                stack.push_back(u);
            }
    }
    for (int i = n - 1; i >= 0; i--) {
        int v = order[i];
        vector<int> all;
        for (auto [u, d] : adj[v])
            if (u != parent[v]) all.push_back(result[u] + d);
        sort(all.rbegin(), all.rend());
        for (int j = 0; j < (int)all.size(); j++) result[v] = max(result[v], all[j] + j + 1);
    }
    return result[root];
}

int main() {
    string log;
    cin >> n >> log;
    adj.resize(n);
    vector<int> parent(n, -1);
    int at = 0, seen = 1;
    for (char ch : log) {
        if (ch == '<') {
            at = parent[at];
            continue;
        }
        parent[seen] = at;
        adj[at].push_back({seen, ch - '0'});
        adj[seen].push_back({at, ch - '0'});
        at = seen++;
    }
    int best = 1 << 30, ways = 0;
    for (int v = 0; v < n; v++) {
        int t = need(v);
        if (t < best) best = t, ways = 0;
        ways += t == best;
    }
    cout << best << " " << ways << "\n";
}
