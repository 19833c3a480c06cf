// Right but slow: selects the k foremost sheep anew for every direction in which the order changes.
#include <algorithm>
#include <iostream>
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
    vector<pair<long long, int>> key(n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (i == j) continue;
            long long vx = x[j] - x[i], vy = y[j] - y[i];
            // A tiny bit after the direction in which i and j are level: ties are broken along the line.
            for (int t = 0; t < n; t++) key[t] = {(x[t] * vy - y[t] * vx) * 100000000 + x[t] * vx + y[t] * vy, t};
            nth_element(key.begin(), key.begin() + (k - 1), key.end());
            long long ax = 0, ay = 0;
            for (int t = 0; t < k; t++) ax += x[key[t].second], ay += y[key[t].second];
            long long dx = n * ax - k * sx, dy = n * ay - k * sy;
            best = max(best, dx * dx + dy * dy);
        }
    cout << best << "\n";
}
