// Mistake: lets the horse tow only if a full rest still fits before the end of the canal.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, k;
    cin >> n >> k;
    vector<long long> horse(n + 1, 0), crew(n + 1, 0), f(n + 1);  // prefix sums of the times
    for (int i = 1; i <= n; i++) {
        cin >> horse[i];
        horse[i] += horse[i - 1];
    }
    for (int i = 1; i <= n; i++) {
        cin >> crew[i];
        crew[i] += crew[i - 1];
    }
    f = crew;
    for (int i = 0; i < n; i++) {
        f[i + 1] = min(f[i + 1], f[i] + crew[i + 1] - crew[i]);
        for (int run = 1; run <= k && i + 2 * run <= n; run++) {
            int rested = min(n, i + 2 * run);
            f[rested] = min(f[rested], f[i] + horse[i + run] - horse[i] + crew[rested] - crew[i + run]);
        }
    }
    cout << f[n] << "\n";
}
