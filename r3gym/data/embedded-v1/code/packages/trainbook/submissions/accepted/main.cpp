// Every train is a path in one growing forest of wagons: a new wagon hangs below the end it is coupled to, and a cut moves
// an end along the path. The questions are answered offline, in blocks over the Euler tour of the forest.
#include <algorithm>
#include <iostream>
#include <numeric>
#include <utility>
#include <vector>
using namespace std;

const int LEVELS = 16;

struct Train {
    int front = 0, back = 0, length = 0;
};

struct Question {
    int from, to, top, k;  // part of the tour; top: wagon to be added, 0 if none
};

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, q;
    cin >> n >> q;
    vector<Train> trains(n + 1);
    vector<int> kind(1, 0), depth(1, 0);
    vector<vector<int>> up(LEVELS, vector<int>(n + 1, 0));  // wagon 0 is above all others and in no train
    auto ancestor = [&](int wagon, int steps) {
        for (int level = 0; level < LEVELS; level++)
            if (steps >> level & 1) wagon = up[level][wagon];
        return wagon;
    };
    // How far the end a of a path is below the top of the path.
    auto climb = [&](int a, int b, int length) { return (depth[a] - depth[b] + length - 1) / 2; };
    for (int i = 1; i <= n; i++) {
        int type, p, x;
        cin >> type >> p >> x;
        Train train = trains[p];
        bool atFront = type % 2 == 1;
        if (!atFront) swap(train.front, train.back);
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
            int rise = climb(train.front, train.back, train.length);
            train.front = x <= rise ? ancestor(train.front, x) : ancestor(train.back, train.length - 1 - x);
            train.length -= x;
        }
        if (!atFront) swap(train.front, train.back);
        trains[i] = train;
    }

    int wagons = int(kind.size());
    vector<vector<int>> below(wagons);
    for (int w = 1; w < wagons; w++) below[up[0][w]].push_back(w);
    vector<int> enter(wagons), leave(wagons), tour, stack{0};
    vector<size_t> next(wagons, 0);
    enter[0] = 0;
    tour.push_back(0);
    while (!stack.empty()) {
        int w = stack.back();
        if (next[w] < below[w].size()) {
            int child = below[w][next[w]++];
            enter[child] = int(tour.size());
            tour.push_back(child);
            stack.push_back(child);
        } else {
            leave[w] = int(tour.size());
            tour.push_back(w);
            stack.pop_back();
        }
    }

    vector<Question> questions(q);
    vector<int> answer(q, 0), order;
    for (int i = 0; i < q; i++) {
        int v, k;
        cin >> v >> k;
        auto [a, b, length] = trains[v];
        if (length == 0) continue;
        int top = ancestor(a, climb(a, b, length));
        if (enter[a] > enter[b]) swap(a, b);
        if (a == top) questions[i] = {enter[a], enter[b], 0, k};
        else questions[i] = {leave[a], enter[b], top, k};
        order.push_back(i);
    }
    const int size = 450;  // about the length of the tour by the root of the number of questions
    sort(order.begin(), order.end(), [&](int i, int j) {
        const Question &x = questions[i], &y = questions[j];
        int s = x.from / size, t = y.from / size;
        if (s != t) return s < t;
        return s % 2 ? x.to > y.to : x.to < y.to;
    });
    vector<int> count(n + 1, 0), kinds(n + 1, 0);  // kinds[k]: how many kinds are there k times
    vector<char> inside(wagons, 0);
    auto toggle = [&](int w) {
        int c = kind[w];
        kinds[count[c]]--;
        count[c] += inside[w] ? -1 : 1;
        kinds[count[c]]++;
        inside[w] ^= 1;
    };
    kinds[0] = n + 1;
    int left = 0, right = -1;  // the part of the tour that has been toggled
    for (int i : order) {
        const Question& x = questions[i];
        while (left > x.from) toggle(tour[--left]);
        while (right < x.to) toggle(tour[++right]);
        while (left < x.from) toggle(tour[left++]);
        while (right > x.to) toggle(tour[right--]);
        if (x.top) toggle(x.top);
        answer[i] = kinds[x.k];
        if (x.top) toggle(x.top);
    }
    for (int x : answer) cout << x << "\n";
}
