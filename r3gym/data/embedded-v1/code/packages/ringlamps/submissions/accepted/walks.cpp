// Proper colourings of a cycle as closed walks in a complete graph, by doubling; binomials from inverses of 1..n.
#include <iostream>
#include <vector>
using namespace std;

const long long mod = 998244353;

// Closed walks of k steps from any of x vertices, no step staying in place.
long long closed(long long x, int k) {
    long long same = 1, other = 0;  // walks to the start, to one fixed other vertex
    for (int bit = 20; bit >= 0; bit--) {
        long long s = (same * same + other * other % mod * (x - 1)) % mod;
        long long o = (2 * same * other + other * other % mod * (x - 2 + mod)) % mod;
        same = s, other = o;
        if (k >> bit & 1) {
            s = other * (x - 1) % mod;
            o = (same + other * (x - 2 + mod)) % mod;
            same = s, other = o;
        }
    }
    return x * same % mod;
}

int main() {
    int n, c, k;
    cin >> n >> c >> k;
    vector<long long> inverse(n + 2, 1);
    for (int i = 2; i <= n; i++) inverse[i] = (mod - mod / i) * inverse[mod % i] % mod;
    long long places = 1;
    for (int i = 1; i <= k; i++) places = places * (n - i + 1) % mod * inverse[i] % mod;
    long long arcs = 0, binomial = 1;
    for (int unused = 0; unused < c; unused++) {
        long long term = binomial * closed(c - unused, k) % mod;
        arcs = (arcs + (unused % 2 ? mod - term : term)) % mod;
        binomial = binomial * (c - unused) % mod * inverse[unused + 1] % mod;
    }
    cout << places * arcs % mod << "\n";
}
