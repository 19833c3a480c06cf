// Mistake: adds the crowns in 32 bits.
#include <algorithm>
#include <functional>
#include <iostream>
#include <queue>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, k;
    cin >> n >> k;
    priority_queue<int, vector<int>, greater<int>> staying;  // the k - 1 best values of min(r, c) so far
    int passing = 0, extra = 0, best = 0;
    for (int i = 0; i < n; i++) {
        int r, c;
        cin >> r >> c;
        best = max(best, passing + extra + r);
        passing += max(0, r - c);
        staying.push(min(r, c));
        extra += min(r, c);
        if (int(staying.size()) > k - 1) {
            extra -= staying.top();
            staying.pop();
        }
    }
    cout << max(best, passing + extra) << "\n";
}
