// Recursion with a table, from the whole pipe down; stops when the way to the valve alone is too long.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int n;
long long point[402], test[402], repair[402], memo[402][402][2];

long long worst(int first, int last, int side) {
    if (first == last) return repair[first];
    long long& best = memo[first][last][side];
    if (best >= 0) return best;
    long long result = 4e18;
    for (int step = 0; step < last - first; step++) {
        int valve = side == 0 ? first + step : last - 1 - step;
        long long way = side == 0 ? point[valve] - point[first - 1] : point[last] - point[valve];
        if (way >= result) break;
        if (way + test[valve] >= result) continue;
        long long near = worst(first, valve, 1);
        if (way + test[valve] + near >= result) continue;
        result = min(result, way + test[valve] + max(near, worst(valve + 1, last, 0)));
    }
    return best = result;
}

int main() {
    cin >> n;
    for (int i = 0; i <= n; i++) cin >> point[i];
    for (int i = 1; i < n; i++) cin >> test[i];
    for (int i = 1; i <= n; i++) cin >> repair[i];
    fill(&memo[0][0][0], &memo[0][0][0] + 402 * 402 * 2, -1);
    cout << worst(1, n, 0) << "\n";
}
