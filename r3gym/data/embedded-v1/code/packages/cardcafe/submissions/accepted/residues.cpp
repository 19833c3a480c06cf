// Beans of one guest are day - a + 1 - c * floor((day - a) / c); the floors of all present guests come from a Fenwick
// tree over a mod c, since floor((day - a) / c) = floor(day / c) - floor(a / c) - [a mod c > day mod c].
#include <iostream>
#include <vector>
using namespace std;

int c;
vector<int> tree;

void add(int residue, int delta) {
    for (int i = residue + 1; i <= c; i += i & -i) tree[i] += delta;
}

int up_to(int residue) {
    int sum = 0;
    for (int i = residue + 1; i > 0; i -= i & -i) sum += tree[i];
    return sum;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m;
    cin >> n >> m >> c;
    tree.assign(c + 1, 0);
    vector<vector<int>> come(n + 2), go(n + 2);
    for (int i = 0; i < m; i++) {
        int a, b;
        cin >> a >> b;
        come[a].push_back(a);
        go[b + 1].push_back(a);
    }
    long long count = 0, starts = 0, floors = 0, best = 0;
    int when = 0;
    for (int day = 1; day <= n; day++) {
        for (int a : come[day]) count++, starts += a, floors += a / c, add(a % c, 1);
        for (int a : go[day]) count--, starts -= a, floors -= a / c, add(a % c, -1);
        long long later = count - up_to(day % c);
        long long full = count * (day / c) - floors - later;
        long long total = count * (day + 1) - starts - c * full;
        if (total > best) best = total, when = day;
    }
    cout << best << " " << when << "\n";
}
