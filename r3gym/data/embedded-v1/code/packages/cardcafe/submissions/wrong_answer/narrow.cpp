// Mistake: sums in 32 bits.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m, c;
    cin >> n >> m >> c;
    vector<int> guests(n + 2, 0), restart(n + 2, 0), leave(n + 2, 0);
    for (int i = 0; i < m; i++) {
        int a, b;
        cin >> a >> b;
        guests[a]++;
        guests[b + 1]--;
        if (a + c <= n) restart[a + c] -= c;
        long long after = a + ((b - a) / c + 1LL) * c;  // the first restart that does not happen any more
        if (after <= n) restart[after] += c;
        leave[b + 1] -= (b - a) % c + 1;
    }
    int present = 0, total = 0, best = 0;
    int when = 0;
    for (int day = 1; day <= n; day++) {
        if (day > c) restart[day] += restart[day - c];
        present += guests[day];
        total += present + restart[day] + leave[day];
        if (total > best) {
            best = total;
            when = day;
        }
    }
    cout << best << " " << when << "\n";
}
