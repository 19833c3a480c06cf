// Mistake: computes pairs in 32 bits.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;
typedef long long ll;

struct Open {
    int village;    // a snowed-in village, or 0 for a place above village 1
    int child = 0;  // the child whose part is being cut, 0 for none
    ll left = 0;    // what is left of it
};

ll pairs(int villages) { return villages * (villages - 1) / 2; }

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, d;
    cin >> n >> d;
    vector<int> parent(n + 1, 0), size(n + 1, 1), first(n + 1, 0);
    vector<vector<int>> children(n + 1);
    for (int i = 2; i <= n; i++) cin >> parent[i];
    for (int i = 1; i <= n; i++) children[parent[i]].push_back(i);
    vector<ll> below(n + 1, 0);  // pairs in contact in all child subtrees, if nothing is snowed in there
    for (int i = n; i >= 1; i--) {
        size[parent[i]] += size[i];
        below[parent[i]] += pairs(size[i]);
    }
    for (int i = 0; i <= n; i++) {
        int place = first[i] + 1;
        for (int c : children[i]) {
            first[c] = place;
            place += size[c];
        }
    }
    auto earlier = [&](int a, int b) { return first[a] < first[b]; };
    while (d--) {
        int k;
        cin >> k;
        vector<int> snow(k);
        for (int& v : snow) cin >> v;
        sort(snow.begin(), snow.end(), earlier);
        ll contacts = below[0];
        vector<Open> stack{Open{0}};
        auto settle = [&](Open& top) {
            if (top.child != 0) contacts += pairs(top.left) - pairs(size[top.child]);
        };
        for (int v : snow) {
            while (first[v] >= first[stack.back().village] + size[stack.back().village]) {
                settle(stack.back());
                stack.pop_back();
            }
            Open& top = stack.back();
            auto& among = children[top.village];
            int child = *(upper_bound(among.begin(), among.end(), v, earlier) - 1);  // the one above v, or v itself
            if (child != top.child) {
                settle(top);
                top.child = child;
                top.left = size[child];
            }
            top.left -= size[v];
            contacts += below[v];
            stack.push_back(Open{v});
        }
        for (auto& open : stack) settle(open);
        cout << contacts << "\n";
    }
}
