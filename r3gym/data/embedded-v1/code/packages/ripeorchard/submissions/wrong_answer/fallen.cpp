// Mistake: a plum that has fallen meanwhile still keeps a picker busy for a minute.
#include <algorithm>
#include <iostream>
#include <queue>
#include <vector>
using namespace std;
typedef long long ll;

int main() {
    int n, m;
    cin >> n >> m;
    vector<pair<ll, ll>> plums(n);
    for (auto& [s, e] : plums) cin >> s >> e;
    sort(plums.begin(), plums.end());
    priority_queue<ll, vector<ll>, greater<ll>> ripe;
    int picked = 0, next = 0;
    ll minute = 0;
    while (next < n || !ripe.empty()) {
        if (ripe.empty()) minute = max(minute, plums[next].first);
        while (next < n && plums[next].first <= minute) ripe.push(plums[next++].second);
        for (int hands = m; hands > 0 && !ripe.empty(); hands--) {
            picked += ripe.top() >= minute;
            ripe.pop();
        }
        minute++;
    }
    cout << picked << "\n";
}
