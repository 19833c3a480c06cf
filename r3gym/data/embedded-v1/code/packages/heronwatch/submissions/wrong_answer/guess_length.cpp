// Mistake: binary search on the length, as if a shorter stretch always existed when a longer one does.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m, p, q, last;
    cin >> n >> m >> p >> q >> last;
    vector<int> heron(n), fox(m);
    for (int& t : heron) cin >> t;
    for (int& t : fox) cin >> t;
    auto count = [](const vector<int>& v, int a, int b) {
        return upper_bound(v.begin(), v.end(), b) - lower_bound(v.begin(), v.end(), a);
    };
    auto good = [&](int length) {
        auto suits = [&](int s) {
            return s >= 1 && s + length - 1 <= last && count(heron, s, s + length - 1) >= p &&
                   count(fox, s, s + length - 1) <= q;
        };
        if (suits(1) || suits(last - length + 1)) return true;
        for (int t : fox)
            if (suits(t + 1) || suits(t - length)) return true;
        for (int t : heron)
            if (suits(t) || suits(t - length + 1)) return true;
        return false;
    };
    int low = 0, high = last;
    while (low < high) {
        int mid = low + (high - low + 1) / 2;
        if (good(mid)) low = mid;
        else high = mid - 1;
    }
    cout << low << "\n";
}
