// The same split, but the best k - 1 values are summed with counts and sums in a Fenwick tree over the sorted values.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <vector>
using namespace std;

int main() {
    int n, k;
    scanf("%d %d", &n, &k);
    vector<int> r(n), c(n), order(n), rank(n);
    for (int i = 0; i < n; i++) scanf("%d %d", &r[i], &c[i]);
    iota(order.begin(), order.end(), 0);
    sort(order.begin(), order.end(), [&](int i, int j) { return min(r[i], c[i]) > min(r[j], c[j]); });
    for (int i = 0; i < n; i++) rank[order[i]] = i + 1;
    vector<int> count(n + 1, 0);
    vector<long long> sum(n + 1, 0);
    auto largest = [&](int many) {  // sum of the `many` largest values
        int at = 0;
        long long total = 0;
        for (int step = 1 << 17; step > 0; step >>= 1)
            if (at + step <= n && count[at + step] <= many) {
                at += step;
                many -= count[at];
                total += sum[at];
            }
        return total;
    };
    long long passing = 0, best = 0;
    for (int i = 0; i < n; i++) {
        best = max(best, passing + r[i] + largest(k - 1));
        passing += max(0, r[i] - c[i]);
        for (int p = rank[i]; p <= n; p += p & -p) {
            count[p]++;
            sum[p] += min(r[i], c[i]);
        }
    }
    printf("%lld\n", best);
}
