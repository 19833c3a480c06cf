// Minute by minute, but only over minutes with ripe plums: pick those that fall first.
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
        int hands = m;
        while (!ripe.empty() && hands > 0) {
            if (ripe.top() >= minute) picked++, hands--;
            ripe.pop();
        }
        minute++;
    }
    cout << picked << "\n";
}
