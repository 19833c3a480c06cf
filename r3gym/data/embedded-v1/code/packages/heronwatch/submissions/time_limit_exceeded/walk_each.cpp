// Right but slow: from behind every fox walks through the animals until there is one fox too many.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m, p, q, last;
    cin >> n >> m >> p >> q >> last;
    vector<int> heron(n), fox(m + 1, 0);
    for (int& t : heron) cin >> t;
    for (int j = 1; j <= m; j++) cin >> fox[j];
    int best = 0;
    for (int j = 0; j <= m; j++) {
        int start = fox[j] + 1, end = last, seen = 0;
        for (int k = j + 1; k <= m; k++) {
            if (fox[k] < start) continue;
            if (++seen > q) {
                end = fox[k] - 1;
                break;
            }
        }
        int herons = 0;
        for (int t : heron) {
            if (t > end) break;
            if (t >= start) herons++;
        }
        if (herons >= p && start <= end) best = max(best, end - start + 1);
    }
    cout << best << "\n";
}
