// Expands the powers of c log(1+y) - (c-1)y by the binomial theorem; powers of the logarithm are Stirling numbers.
#include <iostream>
#include <vector>
using namespace std;

const long long mod = 1000000007;

int main() {
    int n;
    long long c;
    cin >> n >> c;
    vector<long long> power(n + 1, 1), casts(n + 1, 1), minus(n + 1, 1);
    for (int i = 1; i <= n; i++) {
        power[i] = power[i - 1] * c % mod;
        casts[i] = casts[i - 1] * power[i - 1] % mod;
        minus[i] = minus[i - 1] * (mod - (c - 1)) % mod;
    }
    vector<long long> choose(n + 1, 0);
    choose[0] = 1;
    for (int i = 1; i <= n; i++)
        for (int j = i; j >= 1; j--) choose[j] = (choose[j] + choose[j - 1]) % mod;
    vector<long long> s(n + 1, 0);  // signed Stirling numbers of the first kind, row m
    s[0] = 1;
    long long answer = 0;
    for (int m = 0; m <= n; m++) {
        int i = n - m;
        long long sum = 0;
        for (int j = 0; j <= m; j++) sum = (sum + s[j] * power[j] % mod * casts[i + j]) % mod;
        answer = (answer + choose[i] * minus[i] % mod * sum) % mod;
        for (int j = m + 1; j >= 0; j--)
            if (j <= n) s[j] = ((j > 0 ? s[j - 1] : 0) + (mod - m) * s[j]) % mod;
    }
    cout << answer << "\n";
}
