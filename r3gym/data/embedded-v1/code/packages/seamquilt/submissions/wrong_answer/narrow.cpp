// Mistake: adds up in 32 bits.
#include <iostream>
using namespace std;

long long totient(long long x) {
    long long result = x;
    for (long long p = 2; p * p <= x; p++) {
        if (x % p != 0) continue;
        result -= result / p;
        while (x % p == 0) x /= p;
    }
    if (x > 1) result -= result / x;
    return result;
}

int main() {
    long long k;
    cin >> k;
    int sizes = 0;
    for (long long d = 1; d * d <= k; d++) {
        if (k % d != 0) continue;
        sizes += totient(d + 1);
        if (d * d < k) sizes += totient(k / d + 1);
    }
    cout << sizes << "\n";
}
