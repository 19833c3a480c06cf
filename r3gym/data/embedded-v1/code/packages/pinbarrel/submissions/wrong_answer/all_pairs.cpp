// Mistake: pairs of pins that differ modulo the greatest common divisor are not left out.
#include <algorithm>
#include <iostream>
#include <numeric>
#include <vector>
using namespace std;

long long inverse(long long a, long long m) {  // of a modulo m, which have no common divisor
    long long r0 = m, r1 = a % m, x0 = 0, x1 = 1;
    while (r1 != 0) {
        long long quotient = r0 / r1;
        swap(r0 -= quotient * r1, r1);
        swap(x0 -= quotient * x1, x1);
    }
    return (x0 % m + m) % m;
}

int main() {
    long long p, q;
    int a, b;
    cin >> p >> q >> a >> b;
    vector<long long> left(a), right(b), rings;
    for (auto& x : left) cin >> x;
    for (auto& x : right) cin >> x;
    long long g = gcd(p, q), turns = q / g, back = inverse(p / g, turns);
    for (long long x : left)
        for (long long y : right) {
            long long steps = ((y - x) / g % turns + turns) % turns * back % turns;
            rings.push_back(x + p * steps);
        }
    if (rings.empty()) {
        cout << "silent\n";
        return 0;
    }
    sort(rings.begin(), rings.end());
    long long longest = rings[0] + p * turns - rings.back();
    for (size_t i = 1; i < rings.size(); i++) longest = max(longest, rings[i] - rings[i - 1]);
    cout << longest << "\n";
}
