// Right but slow: walks along the whole curve from each of its lines, and counts a curl where the line is its first.
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
    const int down[4] = {-1, 0, 1, 0}, right[4] = {0, 1, 0, -1};
    int sorts = 0, longest = 0;
    for (int start = 0; start < 2 * r * c; start++) {
        int x = start / 2 / c, y = start / 2 % c, side = start % 2 * 2;
        int length = 0, dx = 0, dy = 0, first = start;
        while (true) {
            int other = tile[x][y] == '/' ? 3 - side : side ^ 1;
            int line = 2 * (x * c + y) + (side == 2 || other == 2);
            if (line == start && length > 0) break;
            first = min(first, line);
            length++;
            dx += down[other];
            dy += right[other];
            x = (x + down[other] + r) % r;
            y = (y + right[other] + c) % c;
            side = (other + 2) % 4;
        }
        if (dx == 0 && dy == 0) {
            if (first == start) sorts++;
            longest = max(longest, length);
        }
    }
    cout << sorts << " " << longest << "\n";
}
