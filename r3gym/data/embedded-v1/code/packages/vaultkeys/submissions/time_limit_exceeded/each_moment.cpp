// Right but slow: asks all keepers again at every minute at which somebody comes or goes.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, k, d;
    cin >> n >> k >> d;
    vector<int> s(n), e(n), c(n), moments, last(n + 1, -1);
    for (int i = 0; i < n; i++) {
        cin >> s[i] >> e[i] >> c[i];
        moments.push_back(s[i]);
        moments.push_back(e[i]);
    }
    sort(moments.begin(), moments.end());
    moments.erase(unique(moments.begin(), moments.end()), moments.end());
    long long minutes = 0;
    int times = 0, since = -1;
    for (int now : moments) {
        int families = 0;
        for (int i = 0; i < n; i++)
            if (s[i] <= now && now < e[i] && last[c[i]] != now) {
                last[c[i]] = now;
                families++;
            }
        if (families >= k && since < 0) since = now;
        if (families < k && since >= 0) {
            if (now - since > d) minutes += now - since - d, times++;
            since = -1;
        }
    }
    cout << minutes << " " << times << "\n";
}
