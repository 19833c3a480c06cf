// Union-find over the middles of the sides, each with its position on the wall relative to the root; a curve whose line
// closes a cycle with another position than expected winds around and is no curl.
#include <algorithm>
#include <iostream>
#include <numeric>
#include <string>
#include <utility>
#include <vector>
using namespace std;

vector<int> parent_, px, py;

int root(int v) {
    // Halving would need care with the positions, so the path is compressed in a second walk.
    vector<int> path;
    while (parent_[v] != v) path.push_back(v), v = parent_[v];
    for (int i = (int)path.size() - 2; i >= 0; i--) {
        px[path[i]] += px[path[i + 1]];
        py[path[i]] += py[path[i + 1]];
        parent_[path[i]] = v;
    }
    return v;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int r, c;
    cin >> r >> c;
    vector<string> tile(r);
    for (auto& row : tile) cin >> row;
    int n = 2 * r * c;
    parent_.resize(n);
    iota(parent_.begin(), parent_.end(), 0);
    px.assign(n, 0);
    py.assign(n, 0);
    vector<char> winds(n, 0);
    vector<int> lines(n, 0), size(n, 1);
    // Middle of a top side: 2 * tile, of a left side: 2 * tile + 1; with the number of copies to the tile that owns it.
    struct Middle {
        int id, x, y;
    };
    auto top = [&](int x, int y) { return Middle{2 * (x % r * c + y % c), x / r, y / c}; };
    auto left = [&](int x, int y) { return Middle{2 * (x % r * c + y % c) + 1, x / r, y / c}; };
    auto join = [&](Middle a, Middle b) {
        int u = root(a.id), v = root(b.id);
        // Position of v's root minus position of u's root, so that both middles are where the line wants them.
        int dx = (a.x - b.x) - (px[a.id] - px[b.id]), dy = (a.y - b.y) - (py[a.id] - py[b.id]);
        if (u == v) {
            if (dx != 0 || dy != 0) winds[u] = 1;
            lines[u]++;
            return;
        }
        dx = -dx, dy = -dy;
        if (size[u] < size[v]) swap(u, v), dx = -dx, dy = -dy;
        parent_[v] = u;
        px[v] = dx;
        py[v] = dy;
        size[u] += size[v];
        lines[u] += lines[v] + 1;
        winds[u] |= winds[v];
    };
    for (int x = 0; x < r; x++)
        for (int y = 0; y < c; y++) {
            Middle t = top(x, y), b = top(x + 1, y), l = left(x, y), e = left(x, y + 1);
            if (tile[x][y] == '/') join(t, l), join(b, e);
            else join(t, e), join(b, l);
        }
    int sorts = 0, longest = 0;
    for (int v = 0; v < n; v++)
        if (root(v) == v && !winds[v]) sorts++, longest = max(longest, lines[v]);
    cout << sorts << " " << longest << "\n";
}
