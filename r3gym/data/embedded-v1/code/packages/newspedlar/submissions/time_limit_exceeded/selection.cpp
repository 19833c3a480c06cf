// Right but slow: looks for the most urgent of all remaining merchants before every visit.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<long long> pay(n), loss(n);
    vector<char> done(n, 0);
    for (int i = 0; i < n; i++) {
        int t;
        cin >> pay[i] >> t;
        loss[i] = (1LL << t) - 1;
    }
    for (int k = 0; k < n; k++) {
        int best = -1;
        for (int i = 0; i < n; i++)
            if (!done[i] && (best < 0 || pay[i] * loss[best] > pay[best] * loss[i])) best = i;
        done[best] = 1;
        cout << best + 1 << (k + 1 < n ? ' ' : '\n');
    }
}
