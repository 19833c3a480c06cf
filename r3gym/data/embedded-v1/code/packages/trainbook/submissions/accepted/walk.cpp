// The same forest; the two ends of one current path walk to the ends of the next one, in an order by blocks of the preorder.
#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n, q;
    scanf("%d %d", &n, &q);
    vector<array<int, 3>> trains(n + 1, {0, 0, 0});  // ends and length
    vector<int> kind(n + 1, 0), depth(n + 1, 0), parent(n + 1, 0), jump(n + 1, 0);
    int wagons = 0;
    auto ancestor = [&](int w, int steps) {
        int goal = depth[w] - steps;
        while (depth[w] > goal) w = depth[jump[w]] >= goal ? jump[w] : parent[w];
        return w;
    };
    for (int i = 1; i <= n; i++) {
        int type, p, x;
        scanf("%d %d %d", &type, &p, &x);
        auto [front, back, length] = trains[p];
        int end = type % 2 ? front : back, other = type % 2 ? back : front;
        if (type <= 2) {
            int w = ++wagons;
            kind[w] = x;
            parent[w] = end;
            depth[w] = depth[end] + 1;
            // jump pointers: as far as two equal jumps of the parent, or one step
            int far = jump[end];
            jump[w] = depth[end] - depth[far] == depth[far] - depth[jump[far]] ? jump[far] : end;
            end = w;
            if (length++ == 0) other = w;
        } else if (x == length) {
            end = other = length = 0;
        } else {
            int rise = (depth[end] - depth[other] + length - 1) / 2;
            end = x <= rise ? ancestor(end, x) : ancestor(other, length - 1 - x);
            length -= x;
        }
        if (type % 2) trains[i] = {end, other, length};
        else trains[i] = {other, end, length};
    }
    // preorder: a wagon has a larger number than its parent
    vector<int> weight(wagons + 1, 1), first(wagons + 1, 0), used(wagons + 1, 1);
    for (int w = wagons; w > 0; w--) weight[parent[w]] += weight[w];
    for (int w = 1; w <= wagons; w++) {
        first[w] = first[parent[w]] + used[parent[w]];
        used[parent[w]] += weight[w];
    }
    struct Question {
        int a, b, length, k, index;
    };
    vector<Question> questions;
    vector<int> answer(q, 0);
    for (int i = 0; i < q; i++) {
        int v, k;
        scanf("%d %d", &v, &k);
        auto [a, b, length] = trains[v];
        if (length == 0) continue;
        if (first[a] > first[b]) swap(a, b);
        questions.push_back({a, b, length, k, i});
    }
    const int size = 250;
    sort(questions.begin(), questions.end(), [&](const Question& x, const Question& y) {
        int s = first[x.a] / size, t = first[y.a] / size;
        if (s != t) return s < t;
        return s % 2 ? first[x.b] > first[y.b] : first[x.b] < first[y.b];
    });
    vector<int> count(n + 1, 0), kinds(n + 2, 0);
    vector<char> inside(wagons + 1, 0);
    auto toggle = [&](int w) {
        int& times = count[kind[w]];
        kinds[times]--;
        times += inside[w] ? -1 : 1;
        kinds[times]++;
        inside[w] = !inside[w];
    };
    // All wagons between v and w except the one at the top of the way.
    auto move = [&](int v, int w) {
        while (v != w) {
            if (depth[v] < depth[w]) swap(v, w);
            toggle(v);
            v = parent[v];
        }
        return v;
    };
    int a = 0, b = 0;
    for (auto& x : questions) {
        move(a, x.a);
        move(b, x.b);
        a = x.a, b = x.b;
        int v = ancestor(a, (depth[a] - depth[b] + x.length - 1) / 2);
        toggle(v);
        answer[x.index] = kinds[x.k];
        toggle(v);
    }
    for (int x : answer) printf("%d\n", x);
}
