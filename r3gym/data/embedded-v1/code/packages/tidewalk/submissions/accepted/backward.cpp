// Searches backwards: fewest minutes from every (cell, phase) to the bottom right cell.
#include <iostream>
#include <string>
#include <utility>
#include <vector>
using namespace std;

int r, c, p;
vector<string> g;
string tide;

int main() {
    cin >> r >> c >> p >> tide;
    g.resize(r);
    for (string& row : g) cin >> row;
    vector<vector<vector<char>>> seen(p, vector<vector<char>>(r, vector<char>(c, 0)));
    struct State { int phase, y, x; };
    vector<State> layer;
    for (int f = 0; f < p; f++)
        if (g[r - 1][c - 1] >= tide[f]) {
            layer.push_back({f, r - 1, c - 1});
            seen[f][r - 1][c - 1] = 1;
        }
    for (int minutes = 0; !layer.empty(); minutes++) {
        vector<State> before;
        for (const State& s : layer)
            if (s.phase == 0 && s.y == 0 && s.x == 0) {
                cout << minutes << "\n";
                return 0;
            }
        for (const State& s : layer) {
            int f = (s.phase + p - 1) % p;
            auto visit = [&](int y, int x) {
                if (y < 0 || x < 0 || y >= r || x >= c) return;
                if (g[y][x] < tide[f] || seen[f][y][x]) return;
                seen[f][y][x] = 1;
                before.push_back({f, y, x});
            };
            visit(s.y, s.x);
            visit(s.y - 1, s.x);
            visit(s.y + 1, s.x);
            visit(s.y, s.x - 1);
            visit(s.y, s.x + 1);
        }
        swap(layer, before);
    }
    cout << "stranded\n";
}
