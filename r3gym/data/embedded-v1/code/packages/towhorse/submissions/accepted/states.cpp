// Reach by reach; the state is how long the current run of towing is, or how many reaches of rest are still owed.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, k;
    cin >> n >> k;
    vector<int> horse(n), crew(n);
    for (int& t : horse) cin >> t;
    for (int& t : crew) cin >> t;
    const long long never = 1e18;
    vector<long long> towed(k + 1, never), owed(k + 1, never);
    owed[0] = 0;
    for (int i = 0; i < n; i++) {
        vector<long long> next_towed(k + 1, never), next_owed(k + 1, never);
        next_towed[1] = owed[0] + horse[i];
        next_owed[0] = owed[0] + crew[i];
        for (int run = 1; run <= k; run++) {
            if (run < k) next_towed[run + 1] = min(next_towed[run + 1], towed[run] + horse[i]);
            next_owed[run - 1] = min(next_owed[run - 1], min(towed[run], owed[run]) + crew[i]);
        }
        towed.swap(next_towed);
        owed.swap(next_owed);
    }
    cout << min(*min_element(towed.begin(), towed.end()), *min_element(owed.begin(), owed.end())) << "\n";
}
