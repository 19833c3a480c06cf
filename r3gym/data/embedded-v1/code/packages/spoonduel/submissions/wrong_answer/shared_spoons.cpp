// Mistake: treats the game as impartial, with Mira's spoons for both players.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int a, b, q, x;
    cin >> a >> b >> q;
    vector<int> spoons(a);
    for (int& s : spoons) cin >> s;
    while (b--) cin >> x;
    const int table = 100000;
    vector<char> wins(table, 0);
    for (int n = 0; n < table; n++)
        for (int s : spoons)
            if (s <= n && !wins[n - s]) wins[n] = 1;
    int period = 1;
    auto fits = [&](int p) {
        for (int i = 0; i < 1000; i++)
            if (wins[table - 1 - i] != wins[table - 1 - i - p]) return false;
        return true;
    };
    while (!fits(period)) period++;
    while (q--) {
        long long n;
        cin >> n;
        if (n >= table) n = 50000 + (n - 50000) % period;
        cout << (wins[n] ? "Mira" : "Tobin") << "\n";
    }
}
