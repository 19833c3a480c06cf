// Breadth-first search over (cell, minute modulo p).
#include <iostream>
#include <queue>
#include <string>
#include <vector>
using namespace std;

int main() {
    int r, c, p;
    string tide;
    cin >> r >> c >> p >> tide;
    string g, row;
    for (int i = 0; i < r; i++) {
        cin >> row;
        g += row;
    }
    vector<int> dist(r * c * p, -1);
    queue<int> q;
    dist[0] = 0;
    q.push(0);
    while (!q.empty()) {
        int s = q.front();
        q.pop();
        int cell = s / p, phase = (s % p + 1) % p;
        if (cell == r * c - 1) {
            cout << dist[s] << "\n";
            return 0;
        }
        int y = cell / c, x = cell % c;
        const int dy[] = {0, 1, -1, 0, 0}, dx[] = {0, 0, 0, 1, -1};
        for (int k = 0; k < 5; k++) {
            int ny = y + dy[k], nx = x + dx[k];
            if (ny < 0 || nx < 0 || ny >= r || nx >= c) continue;
            int next = ny * c + nx;
            if (g[next] < tide[phase] || dist[next * p + phase] >= 0) continue;
            dist[next * p + phase] = dist[s] + 1;
            q.push(next * p + phase);
        }
    }
    cout << "stranded\n";
}
