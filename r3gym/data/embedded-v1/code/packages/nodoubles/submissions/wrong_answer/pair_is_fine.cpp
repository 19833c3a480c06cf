// Mistake: takes two characters without a third one for distinguishable.
#include <iostream>
#include <vector>
using namespace std;

const long long mod = 1000000007;

int main() {
    long long n, c;
    cin >> n >> c;
    if (n == 2) {
        cout << c << "\n";
        return 0;
    }
    vector<long long> last(n + 1, 0), e(n + 1);
    last[0] = 1;
    long long casts = 1, factor = 1, answer = 0;
    for (int k = 1; k <= n; k++) {
        e[0] = 0;
        for (int m = 1; m <= n; m++) {
            long long before = m >= 2 ? last[m - 2] : 0;
            e[m] = (last[m - 1] + (mod - (c - 1) * before % mod + mod - e[m - 1]) * (m - 1)) % mod;
        }
        answer = (answer + casts * e[n]) % mod;
        factor = k == 1 ? c : factor * c % mod;
        casts = casts * factor % mod;
        last.swap(e);
    }
    cout << answer << "\n";
}
