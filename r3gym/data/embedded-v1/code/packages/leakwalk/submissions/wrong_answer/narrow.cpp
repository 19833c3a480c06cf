// Mistake: adds up in 32 bits.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<int> point(n + 1), test(n + 1, 0), repair(n + 1, 0);
    for (int& x : point) cin >> x;
    for (int i = 1; i < n; i++) cin >> test[i];
    for (int i = 1; i <= n; i++) cin >> repair[i];
    const int far = 2000000000;
    vector<vector<int>> left(n + 2, vector<int>(n + 2, far)), right = left;
    for (int first = n; first >= 1; first--) {
        left[first][first] = right[first][first] = repair[first];
        for (int last = first + 1; last <= n; last++) {
            for (int valve = first; valve < last; valve++) {
                int after = test[valve] + max(right[first][valve], left[valve + 1][last]);
                left[first][last] = min(left[first][last], point[valve] - point[first - 1] + after);
                right[first][last] = min(right[first][last], point[last] - point[valve] + after);
            }
        }
    }
    cout << left[1][n] << "\n";
}
