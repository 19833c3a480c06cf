// Mistake: does not set fairs of fewer than d nights apart.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

const int days = 100000;

struct Counter {
    vector<int> tree = vector<int>(days + 1, 0);
    void add(int day) {
        for (int i = day; i <= days; i += i & -i) tree[i]++;
    }
    int up_to(int day) {
        int sum = 0;
        for (int i = day; i > 0; i -= i & -i) sum += tree[i];
        return sum;
    }
};

struct Stay {
    int a, b;
};

struct Fair {
    int l, r, d, number;
};

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, q;
    cin >> n >> q;
    vector<Stay> stays(n);
    for (Stay& s : stays) cin >> s.a >> s.b;
    vector<Fair> fairs(q);
    for (int i = 0; i < q; i++) {
        cin >> fairs[i].l >> fairs[i].r >> fairs[i].d;
        fairs[i].number = i;
    }
    sort(stays.begin(), stays.end(), [](const Stay& s, const Stay& t) { return s.b - s.a > t.b - t.a; });
    sort(fairs.begin(), fairs.end(), [](const Fair& f, const Fair& g) { return f.d > g.d; });
    Counter arrivals, departures;
    vector<int> answer(q, 0);
    int used = 0;
    for (const Fair& f : fairs) {
        for (; used < n && stays[used].b - stays[used].a >= f.d; used++) {
            arrivals.add(stays[used].a);
            departures.add(stays[used].b);
        }
        answer[f.number] = arrivals.up_to(max(0, f.r - f.d)) - departures.up_to(min(days, f.l + f.d - 1));
    }
    for (int x : answer) cout << x << "\n";
}
