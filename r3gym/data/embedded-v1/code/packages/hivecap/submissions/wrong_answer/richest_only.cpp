// Mistake: within the window keeps only the last harvest with the largest profit, the latest one among equals.
#include <algorithm>
#include <deque>
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
    deque<int> window = {0};
    int oldest = 0;
    long long full = -1e18, answer = 0;
    for (int i = 1; i <= n; i++) {
        long long price, cost;
        cin >> honey[i] >> price >> cost;
        honey[i] += honey[i - 1];
        for (; honey[i] - honey[oldest] > room; oldest++) full = max(full, profit[oldest]);
        while (!window.empty() && window.front() < oldest) window.pop_front();
        long long best = full + price * room;
        if (!window.empty()) best = max(best, profit[window.front()] + price * (honey[i] - honey[window.front()]));
        profit[i] = best - cost;
        answer = max(answer, profit[i]);
        while (!window.empty() && profit[window.back()] <= profit[i]) window.pop_back();
        window.push_back(i);
    }
    cout << answer << "\n";
}
