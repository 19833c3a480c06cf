// Mistake: only the proportion p : q, with the seam as the first side.
#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <utility>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    long long n, p, q;
    cin >> n >> p >> q;
    map<pair<long long, long long>, long long> seen;  // cloths of each size so far
    long long pairs = 0;
    while (n--) {
        long long a, b;
        cin >> a >> b;
        set<pair<long long, long long>> partners;
        for (int turn = 0; turn < 2; turn++) {
            for (int flip = 0; flip < 1; flip++) {
                if (a * p % q == 0) {
                    long long missing = a * p / q - b;
                    if (missing > 0) partners.insert(minmax({a, missing}));
                }
            }
            swap(a, b);
        }
        for (auto& size : partners) {
            auto found = seen.find(size);
            if (found != seen.end()) pairs += found->second;
        }
        seen[minmax({a, b})]++;
    }
    cout << pairs << "\n";
}
