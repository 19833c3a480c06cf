// Binary search over T; learning as many songs as possible every evening is best, since the later start repeats less.
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
    // Whoever learns song i has sung the r songs before it on the same evening.
    long long low = 0, high = sum[n];
    for (int i = 1; i <= n; i++) low = max(low, sum[i] - sum[max(0, i - 1 - r)]);
    while (low < high) {
        long long limit = (low + high) / 2;
        int evenings = 0, done = 0;
        while (done < n) {
            long long before = sum[max(0, done - r)];
            while (done < n && sum[done + 1] - before <= limit) done++;
            evenings++;
        }
        if (evenings <= d) high = limit;
        else low = limit + 1;
    }
    cout << low << "\n";
}
