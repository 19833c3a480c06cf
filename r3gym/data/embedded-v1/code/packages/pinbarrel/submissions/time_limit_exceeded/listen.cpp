// Right but slow: goes through all seconds of a period at which the left barrel has a pin.
#include <algorithm>
#include <iostream>
#include <numeric>
#include <set>
#include <vector>
using namespace std;

int main() {
    long long p, q;
    int a, b;
    cin >> p >> q >> a >> b;
    vector<long long> left(a);
    for (auto& x : left) cin >> x;
    set<long long> right;
    for (int i = 0; i < b; i++) {
        long long y;
        cin >> y;
        right.insert(y);
    }
    long long period = p / gcd(p, q) * q, first = -1, last = -1, longest = 0;
    for (long long start = 0; start < period; start += p)
        for (long long x : left)
            if (right.count((start + x) % q)) {
                if (first < 0) first = start + x;
                if (last >= 0) longest = max(longest, start + x - last);
                last = start + x;
            }
    if (first < 0)
        cout << "silent\n";
    else
        cout << max(longest, first + period - last) << "\n";
}
