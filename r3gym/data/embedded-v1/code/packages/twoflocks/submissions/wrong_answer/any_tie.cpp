// Mistake: processes equal directions with the longest pairs first, so that collinear sheep that are no neighbours are swapped.
#include <algorithm>
#include <iostream>
#include <numeric>
#include <utility>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, k;
    cin >> n >> k;
    vector<pair<long long, long long>> p(n);
    for (auto& [x, y] : p) cin >> x >> y;
    sort(p.begin(), p.end());
    vector<pair<short, short>> swaps;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) swaps.push_back({(short)i, (short)j});
    // Equal directions in the order of the names: then only neighbours are swapped, even among collinear sheep.
    sort(swaps.begin(), swaps.end(), [&](const pair<short, short>& a, const pair<short, short>& b) {
        long long cross = (p[a.second].first - p[a.first].first) * (p[b.second].second - p[b.first].second) -
                          (p[a.second].second - p[a.first].second) * (p[b.second].first - p[b.first].first);
        if (cross != 0) return cross > 0;
        int reach = a.second - a.first, other = b.second - b.first;
        return reach != other ? reach > other : a < b;
    });
    vector<int> place(n);
    iota(place.begin(), place.end(), 0);
    long long sx = 0, sy = 0, lowx = 0, lowy = 0, highx = 0, highy = 0;  // all, the first k, the last k
    for (int i = 0; i < n; i++) {
        sx += p[i].first;
        sy += p[i].second;
        if (i < k) lowx += p[i].first, lowy += p[i].second;
        if (i >= n - k) highx += p[i].first, highy += p[i].second;
    }
    long long best = 0;
    auto look = [&](long long x, long long y) {
        long long dx = n * x - k * sx, dy = n * y - k * sy;
        best = max(best, dx * dx + dy * dy);
    };
    look(lowx, lowy);
    look(highx, highy);
    for (auto [i, j] : swaps) {
        // Sheep i is directly before sheep j, and they change places.
        long long dx = p[j].first - p[i].first, dy = p[j].second - p[i].second;
        if (place[i] == k - 1) {
            lowx += dx, lowy += dy;
            look(lowx, lowy);
        }
        if (place[i] == n - k - 1) {
            highx -= dx, highy -= dy;
            look(highx, highy);
        }
        swap(place[i], place[j]);
    }
    cout << best << "\n";
}
