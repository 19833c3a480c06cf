// Builds the divisors from the prime factors of k and takes the totients with a table of primes.
#include <iostream>
#include <vector>
using namespace std;

vector<int> primes;

vector<pair<long long, int>> factors(long long x) {
    vector<pair<long long, int>> found;
    for (long long p : primes) {
        if (p * p > x) break;
        int power = 0;
        for (; x % p == 0; x /= p) power++;
        if (power > 0) found.push_back({p, power});
    }
    if (x > 1) found.push_back({x, 1});
    return found;
}

int main() {
    const int top = 320000;
    vector<char> composite(top, 0);
    for (int p = 2; p < top; p++) {
        if (composite[p]) continue;
        primes.push_back(p);
        for (long long q = 1LL * p * p; q < top; q += p) composite[q] = 1;
    }
    long long k;
    cin >> k;
    vector<long long> divisors = {1};
    for (auto [p, power] : factors(k)) {
        size_t before = divisors.size();
        long long q = 1;
        for (int e = 1; e <= power; e++) {
            q *= p;
            for (size_t i = 0; i < before; i++) divisors.push_back(divisors[i] * q);
        }
    }
    long long sizes = 0;
    for (long long d : divisors) {
        long long coprime = 1;
        for (auto [p, power] : factors(d + 1)) {
            coprime *= p - 1;
            for (int e = 1; e < power; e++) coprime *= p;
        }
        sizes += coprime;
    }
    cout << sizes << "\n";
}
