// Mistake: values a group after every single join, although more neighbours with the same common prefix follow.
#include <algorithm>
#include <iostream>
#include <numeric>
#include <set>
#include <string>
#include <vector>
using namespace std;

int n;
string s;
vector<int> sa, rnk, lcp, group_, gap_;
vector<set<int>> members;

int root(int v) {
    while (group_[v] != v) v = group_[v] = group_[group_[v]];
    return v;
}

int join(int x, int y) {
    x = root(x), y = root(y);
    if (members[x].size() < members[y].size()) swap(x, y);
    gap_[x] = min(gap_[x], gap_[y]);
    for (int e : members[y]) {
        auto it = members[x].insert(e).first;
        if (it != members[x].begin()) gap_[x] = min(gap_[x], e - *prev(it));
        if (next(it) != members[x].end()) gap_[x] = min(gap_[x], *next(it) - e);
    }
    set<int>().swap(members[y]);
    group_[y] = x;
    return x;
}

int main() {
    cin >> n >> s;
    sa.resize(n), rnk.resize(n), lcp.assign(n, 0);
    vector<int> tmp(n), count_(max(256, n) + 1);
    iota(sa.begin(), sa.end(), 0);
    for (int i = 0; i < n; i++) rnk[i] = s[i];
    for (int k = 0;; k = k ? 2 * k : 1) {
        // Radix sort by (rank of i, rank of i + k).
        vector<int> by_second;
        if (k == 0) {
            by_second = sa;
        } else {
            for (int i = n - k; i < n; i++)
                if (i >= 0) by_second.push_back(i);
            for (int i : sa)
                if (i >= k) by_second.push_back(i - k);
        }
        fill(count_.begin(), count_.end(), 0);
        for (int i = 0; i < n; i++) count_[rnk[i] + 1]++;
        for (size_t i = 1; i < count_.size(); i++) count_[i] += count_[i - 1];
        for (int i : by_second) sa[count_[rnk[i]]++] = i;
        auto second = [&](int i) { return k == 0 ? 0 : (i + k < n ? rnk[i + k] : -1); };
        tmp[sa[0]] = 0;
        for (int i = 1; i < n; i++) {
            bool same = rnk[sa[i]] == rnk[sa[i - 1]] && second(sa[i]) == second(sa[i - 1]);
            tmp[sa[i]] = tmp[sa[i - 1]] + !same;
        }
        rnk = tmp;
        if (rnk[sa[n - 1]] == n - 1 || k >= n) break;
    }
    for (int i = 0, h = 0; i < n; i++) {
        if (rnk[i] == 0) {
            h = 0;
            continue;
        }
        int j = sa[rnk[i] - 1];
        while (i + h < n && j + h < n && s[i + h] == s[j + h]) h++;
        lcp[rnk[i]] = h;
        if (h > 0) h--;
    }
    group_.resize(n), gap_.assign(n, n + 1), members.resize(n);
    iota(group_.begin(), group_.end(), 0);
    for (int i = 0; i < n; i++) members[i] = {i};
    vector<int> order;
    for (int i = 1; i < n; i++)
        if (lcp[i] > 0) order.push_back(i);
    stable_sort(order.begin(), order.end(), [](int x, int y) { return lcp[x] > lcp[y]; });
    long long best = 0;
    for (int i : order) {
        int group = join(sa[i], sa[i - 1]);
        best = max(best, (long long)lcp[i] * gap_[group]);
    }
    cout << best << "\n";
}
