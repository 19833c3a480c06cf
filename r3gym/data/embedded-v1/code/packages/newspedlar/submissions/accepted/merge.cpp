// One list for each duration, in falling order of pay; takes the most urgent head again and again.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<vector<pair<long long, int>>> lists(31);
    for (int i = 0; i < n; i++) {
        long long r;
        int t;
        cin >> r >> t;
        lists[t].push_back({-r, i});
    }
    for (auto& list : lists) sort(list.begin(), list.end());
    vector<size_t> head(31, 0);
    for (int k = 0; k < n; k++) {
        int best = 0;
        for (int t = 1; t <= 30; t++) {
            if (head[t] == lists[t].size()) continue;
            if (best > 0) {
                auto [r, i] = lists[t][head[t]];
                auto [s, j] = lists[best][head[best]];
                long long mine = -r * ((1LL << best) - 1), other = -s * ((1LL << t) - 1);
                if (mine < other || (mine == other && i > j)) continue;
            }
            best = t;
        }
        cout << lists[best][head[best]++].second + 1 << (k + 1 < n ? ' ' : '\n');
    }
}
