// Two pointers; the statements are a queue kept on the stack of a union-find with undo, reordered so that old ones come up.
#include <algorithm>
#include <iostream>
#include <numeric>
#include <utility>
#include <vector>
using namespace std;

struct Statement {
    int a, b, d;
};

struct Clocks {
    vector<int> boss, ahead, weight, done;
    explicit Clocks(int n) : boss(n + 1), ahead(n + 1, 0), weight(n + 1, 1) { iota(boss.begin(), boss.end(), 0); }
    pair<int, int> find(int v) const {
        int minutes = 0;
        for (; boss[v] != v; v = boss[v]) minutes += ahead[v];
        return {v, minutes};
    }
    bool fits(const Statement& s) const {
        auto [u, x] = find(s.a);
        auto [v, y] = find(s.b);
        return u != v || (s.d + x - y) % 720 == 0;
    }
    void push(const Statement& s) {
        auto [u, x] = find(s.a);
        auto [v, y] = find(s.b);
        int gap = (s.d + x - y) % 720;
        if (u == v) {
            done.push_back(-1);
            return;
        }
        if (weight[u] < weight[v]) swap(u, v), gap = -gap;
        boss[v] = u, ahead[v] = gap, weight[u] += weight[v];
        done.push_back(v);
    }
    void pop() {
        int v = done.back();
        done.pop_back();
        if (v < 0) return;
        weight[boss[v]] -= weight[v];
        boss[v] = v;
    }
};

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m;
    cin >> n >> m;
    vector<Statement> said(m);
    for (auto& s : said) cin >> s.a >> s.b >> s.d;
    Clocks clocks(n);
    vector<pair<int, bool>> stack;  // statement, and whether it is one of the old ones, of which the oldest is on top
    auto push = [&](pair<int, bool> entry) {
        stack.push_back(entry);
        clocks.push(said[entry.first]);
    };
    auto pop = [&]() {
        pair<int, bool> entry = stack.back();
        stack.pop_back();
        clocks.pop();
        return entry;
    };
    auto remove_oldest = [&]() {
        if (!stack.back().second) {
            vector<pair<int, bool>> old, young;
            while (!stack.empty() && (old.empty() || old.size() < young.size())) {
                auto entry = pop();
                (entry.second ? old : young).push_back(entry);
            }
            if (old.empty()) {  // all are young: turn the whole stack over
                for (auto& entry : young) push({entry.first, true});
            } else {
                reverse(old.begin(), old.end());
                reverse(young.begin(), young.end());
                for (auto& entry : young) push(entry);
                for (auto& entry : old) push(entry);
            }
        }
        pop();
    };
    long long total = 0;
    int end = 0;  // statements start..end-1 are in the queue
    for (int start = 0; start < m; start++) {
        while (end < m && clocks.fits(said[end])) push({end++, false});
        total += end - start;
        remove_oldest();
    }
    cout << total << "\n";
}
