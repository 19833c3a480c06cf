// Minimum cut. Node (i, a) is on the source side if terrace i is built at level a or higher. The chain of a terrace is cut at
// its level. The square of a difference d is d + 2 * (d - 1) + 2 * (d - 2) + ..., so edges from (i, a) to (j, b) with a >= b
// get capacity w if a = b and 2 w if a > b.
#include <algorithm>
#include <iostream>
#include <queue>
#include <vector>
using namespace std;
typedef long long ll;
const ll inf = 1e15;

struct Edge { int to; ll cap; };
vector<Edge> edges;
vector<vector<int>> out;
vector<int> level_, next_;

void add(int from, int to, ll cap, ll back = 0) {
    out[from].push_back(edges.size());
    edges.push_back({to, cap});
    out[to].push_back(edges.size());
    edges.push_back({from, back});
}

bool layers(int s, int t) {
    fill(level_.begin(), level_.end(), -1);
    queue<int> q;
    level_[s] = 0;
    q.push(s);
    while (!q.empty()) {
        int v = q.front();
        q.pop();
        for (int e : out[v])
            if (edges[e].cap > 0 && level_[edges[e].to] < 0) {
                level_[edges[e].to] = level_[v] + 1;
                q.push(edges[e].to);
            }
    }
    return level_[t] >= 0;
}

ll push(int v, int t, ll limit) {
    if (v == t) return limit;
    ll sent = 0;
    for (int& i = next_[v]; i < (int)out[v].size(); i++) {
        int e = out[v][i], u = edges[e].to;
        if (edges[e].cap <= 0 || level_[u] != level_[v] + 1) continue;
        ll f = push(u, t, min(limit - sent, edges[e].cap));
        edges[e].cap -= f;
        edges[e ^ 1].cap += f;
        sent += f;
        if (sent == limit) break;
    }
    return sent;
}

int main() {
    int n, m, k;
    cin >> n >> m >> k;
    int s = n * k, t = s + 1;
    out.resize(t + 1);
    level_.resize(t + 1);
    auto node = [&](int i, int a) { return i * k + a - 1; };  // levels 1..k
    for (int i = 0; i < n; i++)
        for (int h = 0; h <= k; h++) {
            ll cost;
            cin >> cost;
            int from = h == 0 ? s : node(i, h), to = h == k ? t : node(i, h + 1);
            add(from, to, cost, h == 0 || h == k ? 0 : inf);
        }
    while (m--) {
        int i, j;
        ll w;
        cin >> i >> j >> w;
        i--, j--;
        for (int a = 1; a <= k; a++)
            for (int b = 1; b <= a; b++) {
                ll cap = a == b ? w : 2 * w;
                add(node(i, a), node(j, b), cap);
                add(node(j, a), node(i, b), cap);
            }
    }
    ll flow = 0;
    while (layers(s, t)) {
        next_.assign(t + 1, 0);
        flow += push(s, t, inf);
    }
    cout << flow << "\n";
}
