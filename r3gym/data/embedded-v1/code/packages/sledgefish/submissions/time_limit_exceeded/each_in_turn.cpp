// Right but slow: after sorting, sums up everything again for each sledge that could stay.
#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<pair<int, int>> sledge(n);
    for (auto& [time, fish] : sledge) cin >> time >> fish;
    sort(sledge.begin(), sledge.end(), [](const pair<int, int>& a, const pair<int, int>& b) {
        return a.first * b.second < b.first * a.second;
    });
    long long best = -1;
    for (int out = 0; out < n; out++) {
        long long total = 0, clock = 0;
        for (int i = 0; i < n; i++) {
            if (i == out) continue;
            total += clock * sledge[i].second;
            clock += sledge[i].first;
        }
        if (best < 0 || total < best) best = total;
    }
    cout << best << "\n";
}
