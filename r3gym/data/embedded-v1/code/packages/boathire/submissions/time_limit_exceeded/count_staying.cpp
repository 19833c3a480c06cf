// Right but slow: the most money for every number of reservations that stay for good.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, k;
    cin >> n >> k;
    vector<long long> money(k + 1, -1);
    money[0] = 0;
    for (int i = 0; i < n; i++) {
        int r, c;
        cin >> r >> c;
        for (int j = min(k, i + 1); j >= 0; j--) {
            if (j < k && money[j] >= 0) money[j] += max(0, r - c);
            if (j > 0 && money[j - 1] >= 0) money[j] = max(money[j], money[j - 1] + r);
        }
    }
    cout << *max_element(money.begin(), money.end()) << "\n";
}
