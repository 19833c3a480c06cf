// Mistake: after a contradiction starts again with the contradicting statement, as if no run crossed this border.
#include <iostream>
#include <numeric>
#include <utility>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m;
    cin >> n >> m;
    vector<int> boss(n + 1), ahead(n + 1, 0);
    iota(boss.begin(), boss.end(), 0);
    auto find = [&](int v) {
        vector<int> path;
        while (boss[v] != v) path.push_back(v), v = boss[v];
        for (int i = (int)path.size() - 2; i >= 0; i--) {
            ahead[path[i]] = (ahead[path[i]] + ahead[path[i + 1]]) % 720;
            boss[path[i]] = v;
        }
        return v;
    };
    long long total = 0, length = 0;
    for (int i = 0; i < m; i++) {
        int a, b, d;
        cin >> a >> b >> d;
        int u = find(a), v = find(b);
        if (u == v && (ahead[a] + d - ahead[b]) % 720 != 0) {
            iota(boss.begin(), boss.end(), 0);
            ahead.assign(n + 1, 0);
            length = 0;
            u = a, v = b;
        }
        if (u != v) {
            int gap = (ahead[a] + d - ahead[b] + 720) % 720;
            boss[v] = u;
            ahead[v] = gap;
        }
        total += ++length;
    }
    cout << total << "\n";
}
