// Rerooting: every house sorts what its neighbours need; prefix and suffix maxima give the need without one neighbour.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n;
    string log;
    cin >> n >> log;
    vector<int> parent(n, -1), lane(n, 0);
    vector<vector<int>> children(n);
    int at = 0, seen = 1;
    for (char ch : log) {
        if (ch == '<') {
            at = parent[at];
        } else {
            parent[seen] = at;
            lane[seen] = ch - '0';
            children[at].push_back(seen);
            at = seen++;
        }
    }
    // down[v]: time to inform v's subtree from v; up[v]: time to inform all the rest from the parent of v.
    vector<int> down(n, 0), up(n, 0), total(n, 0);
    for (int v = n - 1; v >= 0; v--) {
        vector<int> need;
        for (int c : children[v]) need.push_back(down[c] + lane[c]);
        sort(need.rbegin(), need.rend());
        for (int i = 0; i < (int)need.size(); i++) down[v] = max(down[v], need[i] + i + 1);
    }
    for (int v = 0; v < n; v++) {
        vector<pair<int, int>> need;  // what the neighbour needs, and which child it is (-1: the parent)
        for (int c : children[v]) need.push_back({down[c] + lane[c], c});
        if (v > 0) need.push_back({up[v] + lane[v], -1});
        sort(need.rbegin(), need.rend());
        int k = need.size();
        vector<int> later(k + 1, 0);
        for (int i = k - 1; i >= 0; i--) later[i] = max(later[i + 1], need[i].first + i + 1);
        total[v] = later[0];
        int before = 0;
        for (int i = 0; i < k; i++) {
            if (need[i].second >= 0) up[need[i].second] = max(before, i + 1 < k ? later[i + 1] - 1 : 0);
            before = max(before, need[i].first + i + 1);
        }
    }
    int best = *min_element(total.begin(), total.end());
    cout << best << " " << count(total.begin(), total.end(), best) << "\n";
}
