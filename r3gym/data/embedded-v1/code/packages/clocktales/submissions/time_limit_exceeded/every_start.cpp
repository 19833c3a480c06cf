// Right but slow: for every start, adds statements to a fresh union-find until one contradicts.
#include <iostream>
#include <numeric>
#include <vector>
using namespace std;

vector<int> boss, ahead;

int find(int v) {
    if (boss[v] == v) return v;
    int up = boss[v], top = find(up);
    if (up != top) ahead[v] = (ahead[v] + ahead[up]) % 720;
    return boss[v] = top;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m;
    cin >> n >> m;
    vector<int> a(m), b(m), d(m);
    for (int i = 0; i < m; i++) cin >> a[i] >> b[i] >> d[i];
    boss.resize(n + 1);
    long long total = 0;
    for (int start = 0; start < m; start++) {
        iota(boss.begin(), boss.end(), 0);
        ahead.assign(n + 1, 0);
        for (int i = start; i < m; i++) {
            int u = find(a[i]), v = find(b[i]);
            int gap = (ahead[a[i]] + d[i] - ahead[b[i]] + 720) % 720;
            if (u == v) {
                if (gap != 0) break;
            } else {
                boss[v] = u;
                ahead[v] = gap;
            }
            total++;
        }
    }
    cout << total << "\n";
}
