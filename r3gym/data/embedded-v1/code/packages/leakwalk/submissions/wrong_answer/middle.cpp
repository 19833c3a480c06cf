// Mistake: always tests the valve in the middle of the possible sections, or one of its neighbours.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<long long> point(n + 1), test(n + 1, 0), repair(n + 1, 0);
    for (long long& x : point) cin >> x;
    for (int i = 1; i < n; i++) cin >> test[i];
    for (int i = 1; i <= n; i++) cin >> repair[i];
    const long long far = 4e18;
    vector<vector<long long>> left(n + 2, vector<long long>(n + 2, far)), right = left;
    for (int first = n; first >= 1; first--) {
        left[first][first] = right[first][first] = repair[first];
        for (int last = first + 1; last <= n; last++) {
            int middle = (first + last) / 2;
            for (int valve = max(first, middle - 1); valve <= min(last - 1, middle + 1); valve++) {
                long long after = test[valve] + max(right[first][valve], left[valve + 1][last]);
                left[first][last] = min(left[first][last], point[valve] - point[first - 1] + after);
                right[first][last] = min(right[first][last], point[last] - point[valve] + after);
            }
        }
    }
    cout << left[1][n] << "\n";
}
