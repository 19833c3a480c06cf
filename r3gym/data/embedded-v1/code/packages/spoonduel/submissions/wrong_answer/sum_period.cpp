// Mistake: believes that results repeat with the sum of the two largest spoons.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int a, b, q;
    cin >> a >> b >> q;
    vector<int> mira(a), tobin(b);
    for (int& s : mira) cin >> s;
    for (int& s : tobin) cin >> s;
    const int table = 100000;
    vector<char> m(table, 0), t(table, 0);
    for (int n = 0; n < table; n++) {
        for (int s : mira)
            if (s <= n && !t[n - s]) m[n] = 1;
        for (int s : tobin)
            if (s <= n && !m[n - s]) t[n] = 1;
    }
    long long period = mira.back() + tobin.back();
    while (q--) {
        long long n;
        cin >> n;
        if (n >= table) n = 50000 + (n - 50000) % period;
        cout << (m[n] ? "Mira" : "Tobin") << "\n";
    }
}
