// Mistake: harvests greedily, when the hive is full or the price is about to fall, and it pays for the helpers.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    long long room;
    cin >> n >> room;
    vector<long long> r(n), p(n + 1, 0), c(n);
    for (int i = 0; i < n; i++) cin >> r[i] >> p[i] >> c[i];
    long long held = 0, total = 0;
    for (int i = 0; i < n; i++) {
        held = min(room, held + r[i]);
        if ((held == room || p[i + 1] < p[i]) && held * p[i] > c[i]) {
            total += held * p[i] - c[i];
            held = 0;
        }
    }
    cout << total << "\n";
}
