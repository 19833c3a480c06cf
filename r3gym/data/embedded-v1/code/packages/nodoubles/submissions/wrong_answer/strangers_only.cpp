// Mistake: also compares the relation between the two characters, as if each were related to itself by the first kind.
#include <iostream>
#include <vector>
using namespace std;

const long long mod = 1000000007;

int main() {
    int n;
    long long c;
    cin >> n >> c;
    vector<long long> s(n + 1, 0);
    s[0] = 1;
    for (int m = 0; m < n; m++)
        for (int j = m + 1; j >= 0; j--) s[j] = ((j > 0 ? s[j - 1] : 0) + (mod - m) * s[j]) % mod;
    long long answer = 0, casts = 1, power = 1;
    for (int k = 1; k <= n; k++) {
        answer = (answer + s[k] * casts) % mod;
        power = power * c % mod;
        casts = casts * power % mod;
    }
    cout << answer << "\n";
}
