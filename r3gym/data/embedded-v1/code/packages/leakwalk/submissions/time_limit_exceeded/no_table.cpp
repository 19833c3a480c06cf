// Right but slow: the recursion without a table.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int n;
vector<long long> point, test, repair;

long long worst(int first, int last, long long place) {
    if (first == last) return repair[first];
    long long best = 4e18;
    for (int valve = first; valve < last; valve++) {
        long long here = point[valve];
        long long after = max(worst(first, valve, here), worst(valve + 1, last, here));
        best = min(best, max(here - place, place - here) + test[valve] + after);
    }
    return best;
}

int main() {
    cin >> n;
    point.resize(n + 1), test.resize(n + 1), repair.resize(n + 1);
    for (long long& x : point) cin >> x;
    for (int i = 1; i < n; i++) cin >> test[i];
    for (int i = 1; i <= n; i++) cin >> repair[i];
    cout << worst(1, n, point[0]) << "\n";
}
