// Right but slow: tries the orders one after the other.
#include <algorithm>
#include <iostream>
#include <numeric>
#include <vector>
using namespace std;

int main() {
    int cases;
    cin >> cases;
    while (cases--) {
        int n, f, r, d;
        cin >> n >> f >> r >> d;
        vector<int> row(n);
        iota(row.begin(), row.end(), 1);
        bool found = false;
        do {
            int seen = 0, high = 0, down = 0;
            for (int i = 0; i < n; i++) {
                if (row[i] > high) high = row[i], seen++;
                if (i > 0 && row[i] < row[i - 1]) down++;
            }
            found = row[0] == f && seen == r && down == d;
        } while (!found && next_permutation(row.begin(), row.end()));
        if (!found) {
            cout << "impossible\n";
            continue;
        }
        for (int i = 0; i < n; i++) cout << row[i] << (i + 1 < n ? " " : "\n");
    }
}
