// Days with many snowed-in villages: go through all villages. Days with few: find the nearest ancestors by comparing all pairs.
#include <iostream>
#include <map>
#include <vector>
using namespace std;
typedef long long ll;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, d;
    cin >> n >> d;
    vector<int> parent(n + 1, 0), size(n + 1, 1), first(n + 1, 0), next(n + 1, 1);
    vector<ll> below(n + 1, 0);
    auto pairs = [](ll x) { return x * (x - 1) / 2; };
    for (int i = 2; i <= n; i++) cin >> parent[i];
    for (int i = n; i >= 1; i--) {
        size[parent[i]] += size[i];
        below[parent[i]] += pairs(size[i]);
    }
    for (int i = 1; i <= n; i++) {
        first[i] = next[parent[i]];
        next[parent[i]] += size[i];
        next[i] = first[i] + 1;
    }
    // The highest village of each chain of largest children, to climb quickly.
    vector<int> heavy(n + 1, 0), top(n + 1, 0);
    for (int i = n; i >= 2; i--)
        if (heavy[parent[i]] == 0 || size[i] > size[heavy[parent[i]]]) heavy[parent[i]] = i;
    for (int i = 1; i <= n; i++) top[i] = i > 1 && heavy[parent[i]] == i ? top[parent[i]] : i;
    auto inside = [&](int v, int a) { return first[a] <= first[v] && first[v] < first[a] + size[a]; };
    while (d--) {
        int k;
        cin >> k;
        vector<int> snow(k);
        for (int& v : snow) cin >> v;
        ll contacts = 0;
        if (k > 250) {
            vector<ll> part(n + 1, 1);
            vector<bool> closed(n + 1, false);
            for (int v : snow) closed[v] = true, part[v] = 0;
            closed[0] = true;
            for (int i = n; i >= 1; i--) {
                if (closed[i]) continue;
                if (closed[parent[i]])
                    contacts += pairs(part[i]);
                else
                    part[parent[i]] += part[i];
            }
        } else {
            map<int, ll> cut;  // by the uppermost village of a part: how many villages it loses
            contacts = pairs(n);
            for (int v : snow) {
                contacts += below[v];
                int nearest = 0;
                for (int a : snow)
                    if (a != v && inside(v, a) && (nearest == 0 || size[a] < size[nearest])) nearest = a;
                int child = v;  // climb to the child of the nearest one
                while (parent[child] != nearest) {
                    if (top[child] == child)
                        child = parent[child];
                    else if (nearest != 0 && top[child] == top[nearest])
                        child = heavy[nearest];
                    else
                        child = top[child];
                }
                cut[child] += size[v];
            }
            for (auto [child, lost] : cut) contacts += pairs(size[child] - lost) - pairs(size[child]);
        }
        cout << contacts << "\n";
    }
}
