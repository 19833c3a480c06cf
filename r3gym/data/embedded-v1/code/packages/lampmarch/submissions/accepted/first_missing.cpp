// Sets of used people are written as the first person missing and a mask of those behind; hashed, one place after another.
#include <algorithm>
#include <cstdio>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n, k, m;
    scanf("%d %d %d", &n, &k, &m);
    vector<long long> a(n);
    for (auto& x : a) scanf("%lld", &x);
    set<pair<int, int>> quarrels;
    while (m--) {
        int x, y;
        scanf("%d %d", &x, &y);
        quarrels.insert({x - 1, y - 1});
        quarrels.insert({y - 1, x - 1});
    }
    // Key: first missing person, mask of the people after that one, last person (n: nobody yet).
    unordered_map<long long, long long> now;
    auto key = [](long long first, long long mask, long long last) { return (first << 36) | (mask << 16) | last; };
    now[key(0, 0, n)] = 0;
    for (int place = 0; place < n; place++) {
        unordered_map<long long, long long> next;
        for (auto [state, cost] : now) {
            int first = int(state >> 36), mask = state >> 16 & 0xfffff, last = state & 0xffff;
            for (int person = first; person < n && person <= place + k; person++) {
                if (first + k < place || (first + k == place && person > first)) break;
                if (person > first && mask >> (person - first - 1) & 1) continue;
                if (last < n && quarrels.count({last, person})) continue;
                long long sum = last < n ? cost + (a[last] - a[person]) * (a[last] - a[person]) : cost;
                int f = first, used = mask;
                if (person == first) {
                    f++;
                    while (used & 1) used >>= 1, f++;
                    used >>= 1;
                } else {
                    used |= 1 << (person - first - 1);
                }
                auto [place_of, fresh] = next.emplace(key(f, used, person), sum);
                if (!fresh) place_of->second = min(place_of->second, sum);
            }
        }
        now.swap(next);
    }
    long long answer = -1;
    for (auto [state, cost] : now)
        if (answer < 0 || cost < answer) answer = cost;
    if (answer < 0) puts("impossible");
    else printf("%lld\n", answer);
}
