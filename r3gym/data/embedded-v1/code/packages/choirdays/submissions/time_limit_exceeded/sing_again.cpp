// Right but slow: adds the repeated songs one by one on every evening.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, d, r;
    cin >> n >> d >> r;
    vector<long long> a(n);
    for (auto& x : a) cin >> x;
    long long low = 0, high = 0;
    for (auto x : a) high += x;
    while (low < high) {
        long long limit = (low + high) / 2;
        int evenings = 0, done = 0;
        while (done < n && evenings <= d) {
            long long time = 0;
            for (int i = max(0, done - r); i < done; i++) time += a[i];
            int start = done;
            while (done < n && time + a[done] <= limit) time += a[done++];
            if (done == start) break;
            evenings++;
        }
        if (done == n && evenings <= d) high = limit;
        else low = limit + 1;
    }
    cout << low << "\n";
}
