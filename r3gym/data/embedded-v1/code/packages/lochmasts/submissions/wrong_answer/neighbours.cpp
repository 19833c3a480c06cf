// Mistake: only cables between masts that are next to each other on the road.
#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    long long length;
    cin >> n >> length;
    vector<pair<long long, long long>> masts(n);
    for (auto& [x, h] : masts) cin >> x >> h;
    sort(masts.begin(), masts.end());
    long long total = 0, dearest = 0;
    for (int i = 0; i < n; i++) {
        auto [x, h] = masts[i];
        auto [y, g] = masts[(i + 1) % n];
        long long way = abs(x - y);
        long long cost = min(way, length - way) + max(h, g);
        total += cost;
        dearest = max(dearest, cost);
    }
    cout << (n == 1 ? 0 : total - dearest) << "\n";
}
