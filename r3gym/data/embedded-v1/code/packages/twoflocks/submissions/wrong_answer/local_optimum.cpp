// Mistake: improves a flock until it is the best one for its own direction, which may be only a local optimum.
#include <algorithm>
#include <iostream>
#include <numeric>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n, k;
    cin >> n >> k;
    vector<long long> x(n), y(n);
    long long sx = 0, sy = 0, best = 0;
    for (int i = 0; i < n; i++) {
        cin >> x[i] >> y[i];
        sx += x[i], sy += y[i];
    }
    vector<pair<long long, long long>> starts = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (auto [dx, dy] : starts) {
        long long reached = -1;
        while (true) {
            vector<int> order(n);
            iota(order.begin(), order.end(), 0);
            long long a = dx, b = dy;
            sort(order.begin(), order.end(), [&](int i, int j) { return x[i] * a + y[i] * b > x[j] * a + y[j] * b; });
            long long ax = 0, ay = 0;
            for (int t = 0; t < k; t++) ax += x[order[t]], ay += y[order[t]];
            dx = n * ax - k * sx, dy = n * ay - k * sy;
            if (dx * dx + dy * dy <= reached) break;
            reached = dx * dx + dy * dy;
        }
        best = max(best, reached);
    }
    cout << best << "\n";
}
