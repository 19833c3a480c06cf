// Goes through p upwards; starts with a Z value below p fade away, and union-find jumps to the next start that is left.
#include <algorithm>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>
using namespace std;

int main() {
    string s;
    cin >> s;
    int n = s.size();
    // Common prefixes and suffixes come from hashes and bisection.
    const unsigned long long mod = (1ULL << 61) - 1, base = 911382323;
    auto times = [&](unsigned long long a, unsigned long long b) {
        __uint128_t t = (__uint128_t)a * b;
        unsigned long long u = (unsigned long long)(t & mod) + (unsigned long long)(t >> 61);
        return u >= mod ? u - mod : u;
    };
    vector<unsigned long long> h(n + 1, 0), power(n + 1, 1);
    for (int i = 0; i < n; i++) {
        h[i + 1] = (times(h[i], base) + s[i]) % mod;
        power[i + 1] = times(power[i], base);
    }
    auto part = [&](int from, int to) { return (h[to] + mod - times(h[from], power[to - from])) % mod; };
    vector<int> z(n + 1, 0), back(n + 1, 0);  // back[p]: common suffix of the strip and the strip without its last p letters
    for (int i = 1; i < n; i++) {
        int low = 0, high = n - i;
        while (low < high) {
            int mid = (low + high + 1) / 2;
            if (part(0, mid) == part(i, i + mid)) low = mid;
            else high = mid - 1;
        }
        z[i] = low;
        low = 0, high = n - i;
        while (low < high) {
            int mid = (low + high + 1) / 2;
            if (part(n - mid, n) == part(n - i - mid, n - i)) low = mid;
            else high = mid - 1;
        }
        back[i] = low;
    }
    vector<vector<int>> fades(n + 1);
    for (int i = 0; i <= n; i++) fades[z[i]].push_back(i);
    vector<int> next(n + 2);
    iota(next.begin(), next.end(), 0);
    auto find = [&](int i) {
        while (next[i] != i) i = next[i] = next[next[i]];
        return i;
    };
    vector<int> border(n + 1, n);
    for (int i = n - 1; i >= 0; i--) border[i] = z[i] == n - i ? i : border[i + 1];
    for (int p = 1; p <= n; p++) {
        for (int i : fades[p - 1]) next[i] = i + 1;
        int reach = p + z[p];
        if (border[max(p, n - p)] <= reach || find(max(p, n - p - back[p])) <= reach) {
            cout << p << "\n";
            return 0;
        }
    }
}
