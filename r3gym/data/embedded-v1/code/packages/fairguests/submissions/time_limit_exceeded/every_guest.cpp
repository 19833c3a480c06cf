// Right but slow: looks at every guest for every fair.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, q;
    cin >> n >> q;
    vector<pair<int, int>> stays(n);
    for (auto& [a, b] : stays) cin >> a >> b;
    while (q--) {
        int l, r, d, count = 0;
        cin >> l >> r >> d;
        for (auto [a, b] : stays)
            if (min(b, r) - max(a, l) >= d) count++;
        cout << count << "\n";
    }
}
