// Mistake: serves the plums in order of their first minute.
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
    sort(plums.begin(), plums.end());
    int picked = 0, used = 0;
    ll minute = 0;
    for (auto [s, e] : plums) {
        if (s > minute) minute = s, used = 0;
        if (used == m) minute++, used = 0;
        if (minute <= e) picked++, used++;
    }
    cout << picked << "\n";
}
