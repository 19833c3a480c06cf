// Right but slow: recomputes the set of reachable cells over the whole grid for every minute.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int r, c, p;
    string tide;
    cin >> r >> c >> p >> tide;
    vector<string> g(r);
    for (string& row : g) cin >> row;
    vector<vector<char>> here(r, vector<char>(c, 0)), next = here;
    here[0][0] = 1;
    for (int t = 0; t <= r * c * p; t++) {
        if (here[r - 1][c - 1]) {
            cout << t << "\n";
            return 0;
        }
        char level = tide[(t + 1) % p];
        for (int y = 0; y < r; y++)
            for (int x = 0; x < c; x++) {
                next[y][x] = 0;
                if (g[y][x] < level) continue;
                if (here[y][x] || (y > 0 && here[y - 1][x]) || (y + 1 < r && here[y + 1][x]) ||
                    (x > 0 && here[y][x - 1]) || (x + 1 < c && here[y][x + 1]))
                    next[y][x] = 1;
            }
        swap(here, next);
    }
    cout << "stranded\n";
}
