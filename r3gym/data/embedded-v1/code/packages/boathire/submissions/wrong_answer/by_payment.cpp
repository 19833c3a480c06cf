// Mistake: the callers with the largest payments stay, whatever their compensations are.
#include <algorithm>
#include <functional>
#include <iostream>
#include <queue>
#include <utility>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, k;
    cin >> n >> k;
    priority_queue<pair<int, int>, vector<pair<int, int>>, greater<pair<int, int>>> staying;
    long long passing = 0, extra = 0, best = 0;
    for (int i = 0; i < n; i++) {
        int r, c;
        cin >> r >> c;
        best = max(best, passing + extra + r);
        passing += max(0, r - c);
        staying.push({r, min(r, c)});
        extra += min(r, c);
        if (int(staying.size()) > k - 1) {
            extra -= staying.top().second;
            staying.pop();
        }
    }
    cout << best << "\n";
}
