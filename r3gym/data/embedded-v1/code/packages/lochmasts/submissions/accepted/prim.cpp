// Takes the masts out of a ring from the highest down, which gives the same few cables; then Prim's algorithm with a heap.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n;
    long long length;
    scanf("%d %lld", &n, &length);
    vector<pair<long long, long long>> masts(n);  // place, height
    for (auto& [x, h] : masts) scanf("%lld %lld", &x, &h);
    sort(masts.begin(), masts.end());
    vector<int> order(n), left(n), right(n);
    iota(order.begin(), order.end(), 0);
    for (int i = 0; i < n; i++) left[i] = (i + n - 1) % n, right[i] = (i + 1) % n;
    sort(order.begin(), order.end(), [&](int i, int j) { return masts[i].second > masts[j].second; });
    vector<vector<pair<int, long long>>> cables(n);
    for (int i : order) {
        for (int j : {left[i], right[i]}) {
            long long way = llabs(masts[i].first - masts[j].first);
            long long cost = min(way, length - way) + masts[i].second;
            cables[i].push_back({j, cost});
            cables[j].push_back({i, cost});
        }
        right[left[i]] = right[i];
        left[right[i]] = left[i];
    }
    priority_queue<pair<long long, int>, vector<pair<long long, int>>, greater<>> heap;
    vector<char> joined(n, 0);
    heap.push({0, 0});
    long long total = 0;
    while (!heap.empty()) {
        auto [cost, i] = heap.top();
        heap.pop();
        if (joined[i]) continue;
        joined[i] = 1;
        total += cost;
        for (auto [j, price] : cables[i])
            if (!joined[j]) heap.push({price, j});
    }
    printf("%lld\n", total);
}
