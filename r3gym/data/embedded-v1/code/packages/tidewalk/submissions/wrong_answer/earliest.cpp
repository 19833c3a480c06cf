// Mistake: waits only while the cell stays dry, but keeps the earliest arrival per cell; a later arrival can be better.
#include <iostream>
#include <queue>
#include <string>
#include <vector>
using namespace std;

int main() {
    int r, c, p;
    string tide;
    cin >> r >> c >> p >> tide;
    vector<string> g(r);
    for (string& row : g) cin >> row;
    vector<int> best(r * c, 1 << 30);
    priority_queue<pair<int, int>, vector<pair<int, int>>, greater<pair<int, int>>> q;
    best[0] = 0;
    q.push({0, 0});
    while (!q.empty()) {
        auto [t, cell] = q.top();
        q.pop();
        if (t > best[cell]) continue;
        if (cell == r * c - 1) {
            cout << t << "\n";
            return 0;
        }
        int y = cell / c, x = cell % c;
        const int dy[] = {1, -1, 0, 0}, dx[] = {0, 0, 1, -1};
        for (int k = 0; k < 4; k++) {
            int ny = y + dy[k], nx = x + dx[k];
            if (ny < 0 || nx < 0 || ny >= r || nx >= c) continue;
            for (int u = t + 1; u <= t + p; u++) {
                if (g[ny][nx] >= tide[u % p]) {
                    if (u < best[ny * c + nx]) {
                        best[ny * c + nx] = u;
                        q.push({u, ny * c + nx});
                    }
                    break;
                }
                if (g[y][x] < tide[u % p]) break;
            }
        }
    }
    cout << "stranded\n";
}
