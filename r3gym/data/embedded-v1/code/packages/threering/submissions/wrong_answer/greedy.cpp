// Mistake: always seats the most frequent remainder that fits; gives up as soon as nobody fits.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<int> kind[3];
    for (int i = 0; i < n; i++) {
        int a;
        cin >> a;
        kind[a % 3].push_back(a);
    }
    vector<int> order;
    for (int i = 0; i < n; i++) {
        int best = -1;
        for (int k = 0; k < 3; k++) {
            if (kind[k].empty()) continue;
            if (!order.empty() && (order.back() % 3 + k) % 3 == 0) continue;
            if (i == n - 1 && (order[0] % 3 + k) % 3 == 0) continue;
            if (best < 0 || kind[k].size() > kind[best].size()) best = k;
        }
        if (best < 0) {
            cout << "impossible\n";
            return 0;
        }
        order.push_back(kind[best].back());
        kind[best].pop_back();
    }
    for (int x : order) cout << x << ' ';
    cout << "\n";
}
