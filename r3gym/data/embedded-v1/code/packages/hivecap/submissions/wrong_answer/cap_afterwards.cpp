// Mistake: looks for the best last harvest as if the hive had no limit, and applies the limit only to that one.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    long long room;
    cin >> n >> room;
    vector<long long> honey(n + 1, 0), profit(n + 1, 0);
    vector<int> hull = {0};
    long long answer = 0, full = -1e18;
    int oldest = 0;
    for (int i = 1; i <= n; i++) {
        long long price, cost;
        cin >> honey[i] >> price >> cost;
        honey[i] += honey[i - 1];
        auto value = [&](int j) { return profit[j] - price * honey[j]; };
        int low = 0, high = (int)hull.size() - 1;
        while (low < high) {
            int middle = (low + high) / 2;
            if (value(hull[middle]) <= value(hull[middle + 1])) low = middle + 1;
            else high = middle;
        }
        int j = hull[low];
        for (; honey[i] - honey[oldest] > room; oldest++) full = max(full, profit[oldest]);
        profit[i] = max(profit[j] + price * min(room, honey[i] - honey[j]), full + price * room) - cost;
        answer = max(answer, profit[i]);
        auto cross = [&](int a, int b, int c) {
            __int128 left = (__int128)(profit[b] - profit[a]) * (honey[c] - honey[b]);
            return left <= (__int128)(profit[c] - profit[b]) * (honey[b] - honey[a]);
        };
        if (honey[hull.back()] == honey[i]) {
            if (profit[hull.back()] >= profit[i]) continue;
            hull.pop_back();
        }
        while (hull.size() >= 2 && cross(hull[hull.size() - 2], hull.back(), i)) hull.pop_back();
        hull.push_back(i);
    }
    cout << answer << "\n";
}
