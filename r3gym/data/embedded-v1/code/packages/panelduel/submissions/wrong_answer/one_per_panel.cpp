// Mistake: believes, as in plain Nim, that a panel has at most one winning move.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;
typedef long long ll;

const int BITS = 60;
ll choose[BITS + 1][BITS + 1];

// The longest chain: below n lie full blocks, one for each one of n; a chain takes from every block one lamp count, and the
// counts never fall from the nearest block to the farthest.
ll grundy(ll n) {
    int lamps = __builtin_popcountll(n), above = lamps;
    vector<ll> best(BITS + 1, 0);  // best chain so far whose last number has at most this many lamps
    for (int bit = 0; bit < BITS; bit++) {
        if (!(n >> bit & 1)) continue;
        above--;
        ll reach = 0;
        for (int count = lamps; count <= BITS; count++) {
            ll more = count - above <= bit ? choose[bit][count - above] : 0;
            reach = max(reach, best[count] + more);
            best[count] = reach;
        }
    }
    return best[BITS];
}

int main() {
    for (int i = 0; i <= BITS; i++) {
        choose[i][0] = 1;
        for (int j = 1; j <= i; j++) choose[i][j] = choose[i - 1][j - 1] + choose[i - 1][j];
    }
    int k;
    cin >> k;
    vector<ll> panels(k), value(k);
    ll total = 0;
    for (int i = 0; i < k; i++) {
        cin >> panels[i];
        value[i] = grundy(panels[i]);
        total ^= value[i];
    }
    int moves = 0;
    for (int i = 0; i < k; i++) {
        ll wanted = total ^ value[i];
        if (wanted >= value[i]) continue;
        for (int lamps = __builtin_popcountll(panels[i]); lamps < BITS; lamps++) {
            // The largest number with this many lamps whose value is at most the wanted one, from the highest bit down.
            ll m = 0;
            int left = lamps;
            for (int bit = BITS - 1; bit >= 0 && left > 0; bit--) {
                // The smallest number that has this bit: the lamps that are left after it, at the lowest places.
                ll least = m | 1LL << bit | ((1LL << (left - 1)) - 1);
                if (bit == left - 1 || grundy(least) <= wanted) {
                    m |= 1LL << bit;
                    left--;
                }
            }
            if (m < panels[i] && grundy(m) == wanted) {
                moves++;
                break;
            }
        }
    }
    cout << moves << "\n";
}
