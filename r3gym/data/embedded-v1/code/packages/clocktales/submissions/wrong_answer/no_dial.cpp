// Mistake: compares differences without going around the dial.
#include <iostream>
#include <numeric>
#include <utility>
#include <vector>
using namespace std;

int n, m;
vector<int> a, b, d, boss, ahead, weight;  // ahead: minutes ahead of the boss
vector<int> done;                          // clocks that lost their independence, in this order
long long total = 0;

pair<int, int> find(int v) {
    int minutes = 0;
    while (boss[v] != v) {
        minutes += ahead[v];
        v = boss[v];
    }
    return {v, minutes};
}

// Adds statement i, if it contradicts nothing; false if it does.
bool add(int i) {
    auto [u, x] = find(a[i]);
    auto [v, y] = find(b[i]);
    int gap = d[i] + x - y;  // how far v must be ahead of u
    if (u == v) return gap == 0;
    if (weight[u] < weight[v]) {
        swap(u, v);
        gap = -gap;
    }
    boss[v] = u;
    ahead[v] = gap;
    weight[u] += weight[v];
    done.push_back(v);
    return true;
}

void undo(size_t size) {
    while (done.size() > size) {
        int v = done.back();
        done.pop_back();
        weight[boss[v]] -= weight[v];
        boss[v] = v;
    }
}

// Starts low..high have their last good ends in least..most; the statements high+1..least have been added.
void solve(int low, int high, int least, int most) {
    if (low > high) return;
    int middle = (low + high) / 2;
    size_t before = done.size();
    for (int i = middle; i <= high && i <= least; i++) add(i);
    size_t half = done.size();
    int end = max(least, middle - 1);
    while (end < most && add(end + 1)) end++;
    total += end - middle + 1;
    undo(half);
    solve(low, middle - 1, least, end);
    undo(before);
    for (int i = max(least, high) + 1; i <= end; i++) add(i);
    solve(middle + 1, high, end, most);
    undo(before);
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    cin >> n >> m;
    a.resize(m), b.resize(m), d.resize(m);
    for (int i = 0; i < m; i++) cin >> a[i] >> b[i] >> d[i];
    boss.resize(n + 1);
    iota(boss.begin(), boss.end(), 0);
    ahead.assign(n + 1, 0);
    weight.assign(n + 1, 1);
    solve(0, m - 1, -1, m - 1);
    cout << total << "\n";
}
