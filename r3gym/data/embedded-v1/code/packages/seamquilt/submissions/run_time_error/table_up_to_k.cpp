// Breaks off: wants a table of all totients up to k + 1, for which there is no memory.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    long long k;
    cin >> k;
    vector<long long> totient(k + 2);
    for (long long x = 0; x <= k + 1; x++) totient[x] = x;
    for (long long p = 2; p <= k + 1; p++) {
        if (totient[p] != p) continue;
        for (long long x = p; x <= k + 1; x += p) totient[x] -= totient[x] / p;
    }
    long long sizes = 0;
    for (long long d = 1; d * d <= k; d++) {
        if (k % d != 0) continue;
        sizes += totient[d + 1];
        if (d * d < k) sizes += totient[k / d + 1];
    }
    cout << sizes << "\n";
}
