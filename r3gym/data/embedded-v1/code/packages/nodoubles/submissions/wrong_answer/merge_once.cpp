// Mistake: merges each class of doubles once and takes the result for a cast without doubles.
#include <iostream>
#include <vector>
using namespace std;

const long long mod = 1000000007;

int main() {
    int n;
    long long c;
    cin >> n >> c;
    // ways[m][k]: partitions of m characters into k classes, each class of two or more with one of c kinds inside.
    vector<vector<long long>> ways(n + 1, vector<long long>(n + 1, 0));
    ways[0][0] = 1;
    vector<long long> good(n + 1, 0);
    long long casts = 1, power = 1;
    for (int m = 1; m <= n; m++) {
        for (int k = 1; k <= m; k++) {
            ways[m][k] = (k * ways[m - 1][k] + ways[m - 1][k - 1]) % mod;
            if (m >= 2) ways[m][k] = (ways[m][k] + (c - 1) * (m - 1) % mod * ways[m - 2][k - 1]) % mod;
        }
        if (m > 1) power = power * c % mod;
        casts = casts * power % mod;
        good[m] = casts;
        for (int k = 1; k < m; k++) good[m] = (good[m] + (mod - good[k]) * ways[m][k]) % mod;
    }
    cout << good[n] << "\n";
}
