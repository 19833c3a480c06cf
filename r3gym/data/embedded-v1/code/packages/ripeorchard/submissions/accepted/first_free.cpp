// In order of their last minute, every plum takes the first minute with a free picker (union-find on used minutes).
#include <algorithm>
#include <iostream>
#include <unordered_map>
#include <vector>
using namespace std;
typedef long long ll;

unordered_map<ll, ll> skip;   // a full minute points to a later one
unordered_map<ll, int> load;  // plums picked in this minute

ll first_free(ll minute) {
    vector<ll> passed;
    while (skip.count(minute)) {
        passed.push_back(minute);
        minute = skip[minute];
    }
    for (ll x : passed) skip[x] = minute;
    return minute;
}

int main() {
    int n, m;
    cin >> n >> m;
    vector<pair<ll, ll>> plums(n);
    for (auto& [e, s] : plums) cin >> s >> e;
    sort(plums.begin(), plums.end());
    int picked = 0;
    for (auto [e, s] : plums) {
        ll minute = first_free(s);
        if (minute > e) continue;
        picked++;
        if (++load[minute] == m) skip[minute] = minute + 1;
    }
    cout << picked << "\n";
}
