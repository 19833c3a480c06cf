// Mistake: counts the minutes in which the clerk is still at work.
#include <algorithm>
#include <iostream>
#include <tuple>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, k, d;
    cin >> n >> k >> d;
    vector<tuple<int, int, int>> events;  // minute, family, change
    for (int i = 0; i < n; i++) {
        int s, e, c;
        cin >> s >> e >> c;
        events.push_back({s, c, 1});
        events.push_back({e, c, -1});
    }
    sort(events.begin(), events.end());
    vector<int> keepers(n + 1, 0);
    int families = 0, times = 0, since = -1;  // since: when the clerk started, -1 if he does not work
    long long minutes = 0;
    for (size_t i = 0; i < events.size();) {
        int now = get<0>(events[i]);
        for (; i < events.size() && get<0>(events[i]) == now; i++) {
            auto [minute, c, change] = events[i];
            families -= keepers[c] > 0;
            keepers[c] += change;
            families += keepers[c] > 0;
        }
        if (families >= k && since < 0) since = now;
        if (families < k && since >= 0) {
            if (now - since > d) {
                minutes += now - since;
                times++;
            }
            since = -1;
        }
    }
    cout << minutes << " " << times << "\n";
}
