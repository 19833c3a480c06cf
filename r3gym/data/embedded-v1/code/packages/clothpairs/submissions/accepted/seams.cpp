// For every seam length, the sorted other sides are paired from both ends for each total width. No pair of cloths is found
// for two seam lengths a < b: equal cloths a x b would need 2b = ra and 2a = sb with rs = 4, so a = b.
#include <algorithm>
#include <cstdio>
#include <set>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n;
    long long p, q;
    scanf("%d %lld %lld", &n, &p, &q);
    vector<pair<long long, long long>> sides;
    while (n--) {
        long long a, b;
        scanf("%lld %lld", &a, &b);
        sides.push_back({a, b});
        if (a != b) sides.push_back({b, a});
    }
    sort(sides.begin(), sides.end());
    long long pairs = 0;
    for (size_t from = 0, to; from < sides.size(); from = to) {
        long long seam = sides[from].first;
        for (to = from; to < sides.size() && sides[to].first == seam;) to++;
        set<long long> widths;
        if (seam * p % q == 0) widths.insert(seam * p / q);
        if (seam * q % p == 0) widths.insert(seam * q / p);
        for (long long width : widths) {
            size_t left = from, right = to;  // [left, right) may still be paired
            while (left < right) {
                long long x = sides[left].second, y = sides[right - 1].second;
                if (x + y < width) {
                    left++;
                } else if (x + y > width) {
                    right--;
                } else if (x == y) {
                    long long equal = right - left;
                    pairs += equal * (equal - 1) / 2;
                    break;
                } else {
                    long long low = 0, high = 0;
                    while (sides[left].second == x) left++, low++;
                    while (sides[right - 1].second == y) right--, high++;
                    pairs += low * high;
                }
            }
        }
    }
    printf("%lld\n", pairs);
}
