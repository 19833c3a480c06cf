// The two halves of every hut as chains of levels, the bridges as infinite arcs between the halves: one minimum cut.
#include <algorithm>
#include <iostream>
#include <queue>
#include <vector>
using namespace std;

struct Arc {
    int to;
    long long room;
};

vector<Arc> arcs;
vector<vector<int>> out;
vector<int> level;
vector<size_t> next_arc;

void add(int from, int to, long long room) {
    out[from].push_back(arcs.size());
    arcs.push_back({to, room});
    out[to].push_back(arcs.size());
    arcs.push_back({from, 0});
}

long long push(int x, int sink, long long flow) {
    if (x == sink) return flow;
    long long sent = 0;
    for (size_t& i = next_arc[x]; i < out[x].size(); i++) {
        int arc = out[x][i], y = arcs[arc].to;
        if (arcs[arc].room == 0 || level[y] != level[x] + 1) continue;
        long long more = push(y, sink, min(flow - sent, arcs[arc].room));
        arcs[arc].room -= more;
        arcs[arc ^ 1].room += more;
        sent += more;
        if (sent == flow) return sent;
    }
    return sent;
}

int main() {
    const int top = 12;
    const long long plenty = 1e15;
    int n, m;
    cin >> n >> m;
    int source = 0, sink = 1;
    auto left = [&](int v, int t) { return 2 + v * top + t - 1; };
    auto right = [&](int v, int t) { return 2 + (n + v) * top + t - 1; };
    out.resize(2 + 2 * n * top);
    vector<long long> wage(n);
    for (long long& c : wage) cin >> c;
    // left(v, t) is on the sink's side if l_v >= t, right(v, t) on the source's side if r_v >= t.
    for (int v = 0; v < n; v++)
        for (int t = 1; t <= top; t++) {
            add(source, left(v, t), wage[v]);
            add(right(v, t), sink, wage[v]);
            if (t > 1) {
                add(left(v, t - 1), left(v, t), plenty);
                add(right(v, t), right(v, t - 1), plenty);
            }
        }
    // l_u + r_v >= h: for every t from 1 to h, l_u >= t or r_v >= h - t + 1.
    for (int i = 0; i < m; i++) {
        int u, v, h;
        cin >> u >> v >> h;
        u--, v--;
        for (int t = 1; t <= h; t++) {
            add(left(u, t), right(v, h - t + 1), plenty);
            add(left(v, t), right(u, h - t + 1), plenty);
        }
    }
    long long total = 0;
    while (true) {
        level.assign(out.size(), -1);
        next_arc.assign(out.size(), 0);
        level[source] = 0;
        queue<int> open;
        open.push(source);
        while (!open.empty()) {
            int x = open.front();
            open.pop();
            for (int arc : out[x])
                if (arcs[arc].room > 0 && level[arcs[arc].to] < 0) {
                    level[arcs[arc].to] = level[x] + 1;
                    open.push(arcs[arc].to);
                }
        }
        if (level[sink] < 0) break;
        total += push(source, sink, plenty);
    }
    cout << total << "\n";
}
