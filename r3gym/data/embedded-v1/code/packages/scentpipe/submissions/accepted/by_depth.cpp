// Level by level: a scent is added to its subtree's interval of the preorder at its own depth and taken away after its last one.
#include <iostream>
#include <vector>
using namespace std;

vector<int> tree;

void add(int i, int x) {
    for (; i < (int)tree.size(); i += i & -i) tree[i] += x;
}

int get(int i) {
    int s = 0;
    for (; i > 0; i -= i & -i) s += tree[i];
    return s;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<int> parent(n + 1, 0), s(n + 1), depth(n + 1, 0), size(n + 1, 1), first(n + 1, 0), order{1}, answer(n + 1);
    vector<vector<int>> below(n + 1), stop(n + 1);
    for (int i = 2; i <= n; i++) {
        cin >> parent[i];
        below[parent[i]].push_back(i);
    }
    for (int i = 1; i <= n; i++) cin >> s[i];
    for (int i = 0; i < n; i++)
        for (int c : below[order[i]]) {
            depth[c] = depth[order[i]] + 1;
            order.push_back(c);
        }
    for (int i = n - 1; i > 0; i--) size[parent[order[i]]] += size[order[i]];
    first[1] = 1;
    for (int v : order) {
        int place = first[v] + 1;
        for (int c : below[v]) {
            first[c] = place;
            place += size[c];
        }
    }
    tree.assign(n + 2, 0);
    auto subtree = [&](int v, int x) {
        add(first[v], x);
        add(first[v] + size[v], -x);
    };
    for (int i = 0, level = 0; i < n; level++) {
        for (int v : stop[level]) subtree(v, -1);
        int start = i;
        for (; i < n && depth[order[i]] == level; i++) {
            int v = order[i];
            subtree(v, 1);
            if (level + s[v] + 1 <= n) stop[level + s[v] + 1].push_back(v);
        }
        for (int j = start; j < i; j++) answer[order[j]] = get(first[order[j]]);
    }
    for (int i = 1; i <= n; i++) cout << answer[i] << (i < n ? " " : "\n");
}
