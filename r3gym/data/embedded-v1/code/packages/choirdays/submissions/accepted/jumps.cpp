// Raises the largest hopeless T by powers of two; each evening is one search in the prefix sums.
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, d, r;
    scanf("%d %d %d", &n, &d, &r);
    vector<long long> sum(n + 1, 0);
    for (int i = 1; i <= n; i++) {
        int a;
        scanf("%d", &a);
        sum[i] = sum[i - 1] + a;
    }
    auto hopeless = [&](long long limit) {
        int done = 0;
        for (int evening = 0; evening < d && done < n; evening++) {
            long long until = sum[max(0, done - r)] + limit;
            int next = int(upper_bound(sum.begin() + done, sum.end(), until) - sum.begin()) - 1;
            if (next <= done) return true;
            done = next;
        }
        return done < n;
    };
    long long bad = 0;
    for (int bit = 40; bit >= 0; bit--)
        if (hopeless(bad + (1LL << bit))) bad += 1LL << bit;
    printf("%lld\n", bad + 1);
}
