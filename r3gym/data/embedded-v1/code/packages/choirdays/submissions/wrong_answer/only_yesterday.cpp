// Mistake: repeats only songs that were new on the evening before.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, d, r;
    cin >> n >> d >> r;
    vector<long long> sum(n + 1, 0);
    for (int i = 1; i <= n; i++) {
        cin >> sum[i];
        sum[i] += sum[i - 1];
    }
    long long low = 0, high = sum[n];
    for (int i = 1; i <= n; i++) low = max(low, sum[i] - sum[i - 1]);
    while (low < high) {
        long long limit = (low + high) / 2;
        int evenings = 0, done = 0, fresh = 0;
        while (done < n) {
            long long before = sum[max(0, done - min(r, fresh))];
            int start = done;
            while (done < n && sum[done + 1] - before <= limit) done++;
            fresh = done - start;
            evenings++;
            if (fresh == 0) evenings = d + 1, done = n;
        }
        if (evenings <= d) high = limit;
        else low = limit + 1;
    }
    cout << low << "\n";
}
