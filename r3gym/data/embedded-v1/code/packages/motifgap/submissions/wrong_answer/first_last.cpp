// Mistake: takes the distance between the first and the last occurrence for the gap.
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
    vector<int> order(m), first(m, INT_MAX), final_(m, -1);
    for (int i = 0; i < m; i++) {
        order[i] = i;
        if (!ends[i].empty()) first[i] = final_[i] = *ends[i].begin();
    }
    sort(order.begin(), order.end(), [&](int x, int y) { return a[x].len > a[y].len; });
    long long best = 0;
    for (int v : order) {
        if (v == 0) break;
        best = max(best, (long long)a[v].len * (final_[v] - first[v]));
        int p = a[v].link;
        first[p] = min(first[p], first[v]);
        final_[p] = max(final_[p], final_[v]);
    }
    cout << best << "\n";
}
