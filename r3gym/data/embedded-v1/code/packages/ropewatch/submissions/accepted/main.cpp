// Double cover: x_v = l_v + r_v with l_u + r_v >= h and l_v + r_u >= h is the dual of a transport of largest profit.
#include <algorithm>
#include <iostream>
#include <queue>
#include <vector>
using namespace std;

struct Arc {
    int to;
    long long room, profit;
};

vector<Arc> arcs;  // arc i and its reverse i ^ 1
vector<vector<int>> out;

void add(int from, int to, long long room, long long profit) {
    out[from].push_back(arcs.size());
    arcs.push_back({to, room, profit});
    out[to].push_back(arcs.size());
    arcs.push_back({from, 0, -profit});
}

int main() {
    int n, m;
    cin >> n >> m;
    int source = 2 * n, sink = 2 * n + 1;
    out.resize(2 * n + 2);
    for (int v = 0; v < n; v++) {
        long long wage;
        cin >> wage;
        add(source, v, wage, 0);
        add(n + v, sink, wage, 0);
    }
    const long long plenty = 1e15;
    for (int i = 0; i < m; i++) {
        int u, v, h;
        cin >> u >> v >> h;
        add(u - 1, n + v - 1, plenty, h);
        add(v - 1, n + u - 1, plenty, h);
    }
    long long total = 0;
    while (true) {
        vector<long long> best(2 * n + 2, -plenty);
        vector<int> by(2 * n + 2, -1);
        vector<char> waiting(2 * n + 2, 0);
        queue<int> open;
        best[source] = 0;
        open.push(source);
        while (!open.empty()) {
            int x = open.front();
            open.pop();
            waiting[x] = 0;
            for (int i : out[x]) {
                int y = arcs[i].to;
                if (arcs[i].room == 0 || best[x] + arcs[i].profit <= best[y]) continue;
                best[y] = best[x] + arcs[i].profit;
                by[y] = i;
                if (!waiting[y]) open.push(y);
                waiting[y] = 1;
            }
        }
        if (best[sink] <= 0) break;
        long long flow = plenty;
        for (int x = sink; x != source; x = arcs[by[x] ^ 1].to) flow = min(flow, arcs[by[x]].room);
        for (int x = sink; x != source; x = arcs[by[x] ^ 1].to) {
            arcs[by[x]].room -= flow;
            arcs[by[x] ^ 1].room += flow;
        }
        total += flow * best[sink];
    }
    cout << total << "\n";
}
