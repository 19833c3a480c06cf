// Right but slow: tries all last harvests within the window, and keeps the best one before it.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    long long room;
    cin >> n >> room;
    vector<long long> honey(n + 1, 0), profit(n + 1, 0);
    int oldest = 0;
    long long full = -1e18, answer = 0;
    for (int i = 1; i <= n; i++) {
        long long price, cost;
        cin >> honey[i] >> price >> cost;
        honey[i] += honey[i - 1];
        for (; honey[i] - honey[oldest] > room; oldest++) full = max(full, profit[oldest]);
        long long best = full + price * room;
        for (int j = oldest; j < i; j++) best = max(best, profit[j] + price * (honey[i] - honey[j]));
        profit[i] = best - cost;
        answer = max(answer, profit[i]);
    }
    cout << answer << "\n";
}
