// Right but slow: visits every minute up to the last one, ripe plums or not.
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
    ll last = 0;
    for (auto& [s, e] : plums) {
        cin >> s >> e;
        last = max(last, e);
    }
    sort(plums.begin(), plums.end());
    priority_queue<ll, vector<ll>, greater<ll>> ripe;
    int picked = 0, next = 0;
    for (ll minute = 1; minute <= last; minute++) {
        while (next < n && plums[next].first == minute) ripe.push(plums[next++].second);
        while (!ripe.empty() && ripe.top() < minute) ripe.pop();
        for (int hands = m; hands > 0 && !ripe.empty(); hands--) {
            ripe.pop();
            picked++;
        }
    }
    cout << picked << "\n";
}
