// The same two counts by two other sweeps, over arrivals and over departures, with a tree over the lengths of stays.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

const int top = 100001;
int tree[top + 1];

void add(int length) {
    for (int i = top - length; i <= top; i += i & -i) tree[i]++;
}

int at_least(int length) {
    int sum = 0;
    for (int i = top - length; i > 0; i -= i & -i) sum += tree[i];
    return sum;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, q;
    cin >> n >> q;
    vector<int> a(n), b(n), l(q), r(q), d(q), answer(q, 0);
    vector<vector<int>> arrive(top), depart(top), latest(top), earliest(top);
    for (int i = 0; i < n; i++) {
        cin >> a[i] >> b[i];
        arrive[a[i]].push_back(b[i] - a[i]);
        depart[b[i]].push_back(b[i] - a[i]);
    }
    for (int i = 0; i < q; i++) {
        cin >> l[i] >> r[i] >> d[i];
        if (r[i] - l[i] < d[i]) continue;
        latest[r[i] - d[i]].push_back(i);
        earliest[l[i] + d[i] - 1].push_back(i);
    }
    for (int day = 0; day < top; day++) {
        for (int length : arrive[day]) add(length);
        for (int i : latest[day]) answer[i] += at_least(d[i]);
    }
    fill(tree, tree + top + 1, 0);
    for (int day = 0; day < top; day++) {
        for (int length : depart[day]) add(length);
        for (int i : earliest[day]) answer[i] -= at_least(d[i]);
    }
    for (int x : answer) cout << x << "\n";
}
