// The same chain lengths from the highest block down, and a binary search over the ranks of the numbers of each lamp count.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;
typedef long long ll;

ll binomial[61][62];

ll chain(ll n) {
    int lamps = __builtin_popcountll(n), above = 0;
    ll best[62] = {0};  // longest chain through the blocks seen so far, with at least this many lamps
    for (int bit = 59; bit >= 0; bit--) {
        if (!(n >> bit & 1)) continue;
        for (int count = 60; count >= lamps; count--) {
            ll here = best[count];
            if (count >= above && count - above <= bit) here += binomial[bit][count - above];
            best[count] = max(here, best[count + 1]);
        }
        above++;
    }
    return best[lamps];
}

ll unrank(int lamps, ll rank) {  // the number with that many smaller ones of the same lamp count
    ll n = 0;
    for (int bit = 59; lamps > 0; bit--)
        if (rank >= binomial[bit][lamps]) {
            rank -= binomial[bit][lamps--];
            n |= 1LL << bit;
        }
    return n;
}

int main() {
    for (int i = 0; i <= 60; i++)
        for (int j = 0; j <= i; j++) binomial[i][j] = j == 0 ? 1 : binomial[i - 1][j - 1] + binomial[i - 1][j];
    int k;
    cin >> k;
    vector<ll> a(k);
    ll total = 0;
    for (ll& x : a) {
        cin >> x;
        total ^= chain(x);
    }
    int moves = 0;
    for (ll x : a) {
        ll wanted = total ^ chain(x);
        if (wanted >= chain(x)) continue;
        for (int lamps = __builtin_popcountll(x); lamps <= 59; lamps++) {
            ll low = 0, high = binomial[60][lamps] - 1;
            while (low < high) {
                ll middle = (low + high) / 2, m = unrank(lamps, middle);
                if (m < x && chain(m) < wanted)
                    low = middle + 1;
                else
                    high = middle;
            }
            ll m = unrank(lamps, low);
            if (m < x && chain(m) == wanted) moves++;
        }
    }
    cout << moves << "\n";
}
