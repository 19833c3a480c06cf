// Right but slow: tries all allowed lines, and gives up a line once it is no better than the best one.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <vector>
using namespace std;

int n, k, m;
vector<long long> a;
vector<vector<char>> hostile;
vector<char> used;
long long best = -1;

void extend(int place, int last, long long sum) {
    if (best >= 0 && sum >= best) return;
    if (place == n) {
        best = sum;
        return;
    }
    for (int person = max(0, place - k); person < min(n, place + k + 1); person++) {
        if (used[person] || (last >= 0 && hostile[last][person])) continue;
        used[person] = 1;
        extend(place + 1, person, last < 0 ? 0 : sum + (a[last] - a[person]) * (a[last] - a[person]));
        used[person] = 0;
        if (person == place - k) break;
    }
}

int main() {
    cin >> n >> k >> m;
    a.resize(n);
    for (auto& x : a) cin >> x;
    hostile.assign(n, vector<char>(n, 0));
    used.assign(n, 0);
    while (m--) {
        int x, y;
        cin >> x >> y;
        hostile[x - 1][y - 1] = hostile[y - 1][x - 1] = 1;
    }
    extend(0, -1, 0);
    if (best < 0) cout << "impossible\n";
    else cout << best << "\n";
}
