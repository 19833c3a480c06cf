// Mistake: a scent ends one pipe too early.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<int> parent(n + 1, 0), strength(n + 1), depth(n + 1, 0), noticed(n + 1, 0), next(n + 1, 0), ends(n + 1, 0);
    vector<vector<int>> below(n + 1);
    for (int i = 2; i <= n; i++) {
        cin >> parent[i];
        below[parent[i]].push_back(i);
    }
    for (int i = 1; i <= n; i++) cin >> strength[i];
    auto enter = [&](int house) {
        int up = parent[house];
        depth[house] = depth[up] + 1;  // house 1 has depth 1
        noticed[house] = noticed[up] - ends[depth[up]] + 1;
        ends[min(n, depth[house] + max(0, strength[house] - 1))]++;
    };
    int house = 1;
    enter(house);
    while (house != 0) {
        if (next[house] < (int)below[house].size()) {
            house = below[house][next[house]++];
            enter(house);
        } else {
            ends[min(n, depth[house] + max(0, strength[house] - 1))]--;
            house = parent[house];
        }
    }
    for (int i = 1; i <= n; i++) cout << noticed[i] << (i < n ? " " : "\n");
}
