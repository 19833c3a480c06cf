// Right but slow: walks along the whole train for every question.
#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>
using namespace std;

const int LEVELS = 16;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, q;
    cin >> n >> q;
    struct Train {
        int front = 0, back = 0, length = 0;
    };
    vector<Train> trains(n + 1);
    vector<int> kind(1, 0), depth(1, 0);
    vector<vector<int>> up(LEVELS, vector<int>(n + 1, 0));
    auto ancestor = [&](int wagon, int steps) {
        for (int level = 0; level < LEVELS; level++)
            if (steps >> level & 1) wagon = up[level][wagon];
        return wagon;
    };
    for (int i = 1; i <= n; i++) {
        int type, p, x;
        cin >> type >> p >> x;
        Train train = trains[p];
        if (type % 2 == 0) swap(train.front, train.back);
        if (type <= 2) {
            int wagon = int(kind.size());
            kind.push_back(x);
            depth.push_back(depth[train.front] + 1);
            up[0][wagon] = train.front;
            for (int level = 1; level < LEVELS; level++) up[level][wagon] = up[level - 1][up[level - 1][wagon]];
            train.front = wagon;
            if (train.length++ == 0) train.back = wagon;
        } else if (x == train.length) {
            train = Train();
        } else {
            int rise = (depth[train.front] - depth[train.back] + train.length - 1) / 2;
            train.front = x <= rise ? ancestor(train.front, x) : ancestor(train.back, train.length - 1 - x);
            train.length -= x;
        }
        if (type % 2 == 0) swap(train.front, train.back);
        trains[i] = train;
    }
    vector<int> count(n + 1, 0);
    while (q--) {
        int v, k;
        cin >> v >> k;
        auto [a, b, length] = trains[v];
        fill(count.begin(), count.end(), 0);
        int answer = 0;
        for (; length > 0; length--) {
            if (depth[a] < depth[b]) swap(a, b);
            int now = ++count[kind[a]];
            answer += (now == k) - (now == k + 1);
            a = up[0][a];
        }
        cout << answer << "\n";
    }
}
