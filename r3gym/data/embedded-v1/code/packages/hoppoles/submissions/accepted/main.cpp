// f, then the r - 1 tallest poles rising, then the others: the d lowest falling, the rest rising.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int cases;
    cin >> cases;
    while (cases--) {
        int n, f, r, d;
        cin >> n >> f >> r >> d;
        bool fine = (r == 1) == (f == n) && r <= n - f + 1;  // the tallest pole is always seen
        if (r == n ? d != 0 : d < 1 || d > n - r) fine = false;
        if (!fine) {
            cout << "impossible\n";
            continue;
        }
        vector<int> row{f}, rest;
        for (int height = 1; height <= n; height++) {
            if (height == f) continue;
            if (height > n - r + 1)
                row.push_back(height);
            else
                rest.push_back(height);
        }
        if (d > 0) reverse(rest.begin(), rest.begin() + d);
        row.insert(row.end(), rest.begin(), rest.end());
        for (int i = 0; i < n; i++) cout << row[i] << (i + 1 < n ? " " : "\n");
    }
}
