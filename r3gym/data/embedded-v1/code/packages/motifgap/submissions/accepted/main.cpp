// Suffix automaton; the sets of end positions are merged from the small into the large, with the smallest gap.
#include <algorithm>
#include <array>
#include <climits>
#include <iostream>
#include <set>
#include <string>
#include <vector>
using namespace std;

struct State {
    int len = 0, link = -1;
    array<int, 26> next;
    State() { next.fill(-1); }
};

int main() {
    int n;
    string s;
    cin >> n >> s;
    vector<State> a(1);
    a.reserve(2 * n + 2);
    vector<set<int>> ends(1);
    int last = 0;
    for (int i = 0; i < n; i++) {
        int c = s[i] - 'a', cur = a.size();
        a.emplace_back();
        ends.push_back({i});
        a[cur].len = a[last].len + 1;
        int p = last;
        for (; p >= 0 && a[p].next[c] < 0; p = a[p].link) a[p].next[c] = cur;
        if (p < 0) {
            a[cur].link = 0;
        } else {
            int q = a[p].next[c];
            if (a[q].len == a[p].len + 1) {
                a[cur].link = q;
            } else {
                int clone = a.size();
                a.push_back(a[q]);
                ends.emplace_back();
                a[clone].len = a[p].len + 1;
                for (; p >= 0 && a[p].next[c] == q; p = a[p].link) a[p].next[c] = clone;
                a[q].link = a[cur].link = clone;
            }
        }
        last = cur;
    }
    int m = a.size();
    vector<int> order(m), gap(m, INT_MAX);
    for (int i = 0; i < m; i++) order[i] = i;
    sort(order.begin(), order.end(), [&](int x, int y) { return a[x].len > a[y].len; });
    long long best = 0;
    for (int v : order) {
        if (v == 0) break;
        if (gap[v] < INT_MAX) best = max(best, (long long)a[v].len * gap[v]);
        int p = a[v].link;
        if (p == 0) continue;
        if (ends[p].size() < ends[v].size()) swap(ends[p], ends[v]);
        int g = min(gap[p], gap[v]);
        for (int e : ends[v]) {
            auto it = ends[p].lower_bound(e);
            if (it != ends[p].end()) g = min(g, *it - e);
            if (it != ends[p].begin()) g = min(g, e - *prev(it));
            ends[p].insert(it, e);
        }
        ends[v].clear();
        gap[p] = g;
    }
    cout << best << "\n";
}
