// Mistake: serves the plums that are ripe for the shortest time first.
#include <algorithm>
#include <iostream>
#include <map>
#include <vector>
using namespace std;
typedef long long ll;

int main() {
    int n, m;
    cin >> n >> m;
    vector<pair<ll, ll>> plums(n);
    for (auto& [s, e] : plums) cin >> s >> e;
    sort(plums.begin(), plums.end(), [](auto a, auto b) {
        return make_pair(a.second - a.first, a.first) < make_pair(b.second - b.first, b.first);
    });
    map<ll, int> load;
    int picked = 0;
    for (auto [s, e] : plums)
        for (ll minute = s; minute <= e; minute++)
            if (load[minute] < m) {
                load[minute]++;
                picked++;
                break;
            }
    cout << picked << "\n";
}
