// Right but slow: for every row finds where the rope crosses it and counts the studs between.
#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>
using namespace std;

long long floor_div(long long a, long long b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

int main() {
    int n;
    cin >> n;
    vector<long long> x(n), y(n);
    for (int i = 0; i < n; i++) cin >> x[i] >> y[i];
    long long low = *min_element(y.begin(), y.end()), high = *max_element(y.begin(), y.end());
    long long count[2] = {0, 0};
    auto evens = [](long long a, long long b, long long parity) {  // integers of this parity in a..b
        return floor_div(b - parity, 2) - floor_div(a - 1 - parity, 2);
    };
    for (long long row = low + 1; row < high; row++) {
        // A stud is inside if the places just below and just above it are, and if it is not on the rope.
        vector<pair<long long, long long>> blocked;  // closed intervals of studs on the rope
        vector<double> ends[2];
        for (int side = 0; side < 2; side++)
            for (int i = 0; i < n; i++) {
                int j = (i + 1) % n, a = i, b = j;
                if (y[a] == y[b]) continue;
                if (y[a] > y[b]) swap(a, b);
                bool crosses = side == 0 ? y[a] < row && row <= y[b] : y[a] <= row && row < y[b];
                if (!crosses) continue;
                long long dx = (x[b] - x[a]) * (row - y[a]), dy = y[b] - y[a];
                // Floor, and whether the crossing is exactly at a stud.
                long long cell = floor_div(dx, dy);
                ends[side].push_back((double)(x[a] + cell) + (dx == cell * dy ? 0.0 : 0.5));
            }
        vector<double> cuts;
        for (int side = 0; side < 2; side++) {
            for (double e : ends[side]) cuts.push_back(e);
        }
        for (int i = 0; i < n; i++) {
            int j = (i + 1) % n;
            if (y[i] == row) cuts.push_back(x[i]);
            if (y[i] == row && y[j] == row) blocked.push_back({min(x[i], x[j]), max(x[i], x[j])});
        }
        sort(cuts.begin(), cuts.end());
        cuts.erase(unique(cuts.begin(), cuts.end()), cuts.end());
        for (size_t k = 0; k + 1 < cuts.size(); k++) {
            double a = cuts[k], b = cuts[k + 1], middle = (a + b) / 2;
            int below = 0;
            for (double e : ends[0]) below += e < middle;
            int above = 0;
            for (double e : ends[1]) above += e < middle;
            bool on = false;
            for (auto& [s, t] : blocked) on = on || (s <= a && b <= t);
            if (below % 2 == 0 || above % 2 == 0 || on) continue;
            long long from = floor_div((long long)(a * 2), 2) + 1;
            long long to = floor_div((long long)(b * 2), 2);
            if ((long long)(b * 2) % 2 == 0) to--;
            if (from > to) continue;
            long long parity = ((row % 2) + 2) % 2;
            count[0] += evens(from, to, parity);
            count[1] += to - from + 1 - evens(from, to, parity);
        }
    }
    cout << count[0] << " " << count[1] << "\n";
}
