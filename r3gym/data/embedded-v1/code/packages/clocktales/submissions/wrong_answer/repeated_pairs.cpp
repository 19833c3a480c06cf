// Mistake: finds only contradictions between two statements on the same two clocks.
#include <iostream>
#include <map>
#include <utility>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m;
    cin >> n >> m;
    map<pair<int, int>, pair<int, int>> last;    // the latest statement on a pair, and its minutes
    map<pair<int, int>, int> other;              // the latest one on this pair that says something else
    long long total = 0;
    int start = 0;
    for (int i = 1; i <= m; i++) {
        int a, b, d;
        cin >> a >> b >> d;
        if (a > b) swap(a, b), d = (720 - d) % 720;
        auto& entry = last[{a, b}];
        if (entry.first != 0 && entry.second != d) other[{a, b}] = entry.first;
        if (other.count({a, b})) start = max(start, other[{a, b}]);
        entry = {i, d};
        total += i - start;
    }
    cout << total << "\n";
}
