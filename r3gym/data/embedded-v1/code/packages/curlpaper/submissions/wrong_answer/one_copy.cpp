// Mistake: sees only the curls that lie within one copy of the pattern.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int r, c;
    cin >> r >> c;
    vector<string> tile(r);
    for (auto& row : tile) cin >> row;
    // Sides: 0 top, 1 right, 2 bottom, 3 left. A line is known by its tile and by which of top and bottom it touches.
    const int down[4] = {-1, 0, 1, 0}, right[4] = {0, 1, 0, -1};
    vector<char> seen(2 * r * c, 0);
    int sorts = 0, longest = 0;
    for (int start = 0; start < 2 * r * c; start++) {
        if (seen[start]) continue;
        int x = start / 2 / c, y = start / 2 % c, side = start % 2 * 2;
        int length = 0, dx = 0, dy = 0;
        bool inside = true;
        while (true) {
            int other = tile[x][y] == '/' ? 3 - side : side ^ 1;
            int line = 2 * (x * c + y) + (side == 2 || other == 2);
            if (seen[line]) break;
            seen[line] = 1;
            length++;
            dx += down[other];
            dy += right[other];
            if (x + down[other] < 0 || x + down[other] >= r || y + right[other] < 0 || y + right[other] >= c) inside = false;
            x = (x + down[other] + r) % r;
            y = (y + right[other] + c) % c;
            side = (other + 2) % 4;
        }
        if (inside) {
            sorts++;
            longest = max(longest, length);
        }
    }
    cout << sorts << " " << longest << "\n";
}
