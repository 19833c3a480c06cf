// Right but slow: for every length, files all substrings of this length by a 64-bit rolling hash.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>
#include <unordered_map>
using namespace std;

int main() {
    int n;
    string s;
    cin >> n >> s;
    const uint64_t mod = (1ULL << 61) - 1, base = 911382323;
    auto times = [&](uint64_t a, uint64_t b) { return (uint64_t)((unsigned __int128)a * b % mod); };
    long long best = 0;
    for (int len = 1; len < n; len++) {
        struct Seen { int last, gap; };
        unordered_map<uint64_t, Seen> seen;
        uint64_t hash = 0, power = 1;
        for (int i = 0; i < len; i++) power = times(power, base);
        bool repeated = false;
        for (int i = 0; i < n; i++) {
            hash = (times(hash, base) + s[i]) % mod;
            if (i >= len) hash = (hash + mod - times(power, s[i - len])) % mod;
            if (i < len - 1) continue;
            auto [it, fresh] = seen.insert({hash, {i, n + 1}});
            if (fresh) continue;
            repeated = true;
            it->second.gap = min(it->second.gap, i - it->second.last);
            it->second.last = i;
        }
        if (!repeated) break;
        for (auto& [key, x] : seen)
            if (x.gap <= n) best = max(best, (long long)len * x.gap);
    }
    cout << best << "\n";
}
