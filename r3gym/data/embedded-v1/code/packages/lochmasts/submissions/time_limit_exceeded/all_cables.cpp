// Right but slow: Prim's algorithm on all pairs of masts.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    long long length, total = 0;
    cin >> n >> length;
    vector<long long> x(n), h(n), cost(n, 1LL << 60);
    for (int i = 0; i < n; i++) cin >> x[i] >> h[i];
    vector<char> joined(n, 0);
    cost[0] = 0;
    for (int step = 0; step < n; step++) {
        int best = -1;
        for (int i = 0; i < n; i++)
            if (!joined[i] && (best < 0 || cost[i] < cost[best])) best = i;
        joined[best] = 1;
        total += cost[best];
        for (int i = 0; i < n; i++) {
            long long way = llabs(x[i] - x[best]);
            cost[i] = min(cost[i], min(way, length - way) + max(h[i], h[best]));
        }
    }
    cout << total << "\n";
}
