// Mistake: joins every mast with the nearest one that is not higher; that is a tree, but a higher mast may be needed on the way.
#include <algorithm>
#include <array>
#include <iostream>
#include <numeric>
#include <set>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    long long length;
    cin >> n >> length;
    vector<array<long long, 2>> masts(n);  // height, place
    for (auto& [h, x] : masts) cin >> x >> h;
    auto way_to = [&](long long x, long long y) { return min(abs(x - y), length - abs(x - y)); };
    sort(masts.begin(), masts.end());
    vector<array<long long, 3>> cables;  // cost, two masts
    set<array<long long, 2>> lower;      // places of the masts so far, with their numbers
    for (int i = 0; i < n; i++) {
        auto [h, x] = masts[i];
        if (i > 0) {
            auto after = lower.lower_bound({x, 0});
            auto before = after == lower.begin() ? prev(lower.end()) : prev(after);
            if (after == lower.end()) after = lower.begin();
            for (auto [y, j] : {way_to(x, (*before)[0]) < way_to(x, (*after)[0]) ? *before : *after}) {
                long long way = abs(x - y);
                cables.push_back({min(way, length - way) + h, i, j});
            }
        }
        lower.insert({x, i});
    }
    sort(cables.begin(), cables.end());
    vector<int> parent(n);
    iota(parent.begin(), parent.end(), 0);
    auto find = [&](int v) {
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    long long total = 0;
    for (auto [cost, i, j] : cables) {
        int u = find(int(i)), v = find(int(j));
        if (u == v) continue;
        parent[u] = v;
        total += cost;
    }
    cout << total << "\n";
}
