// Mistake: uses the period from the very beginning, although it may set in later.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int a, b, q, spoon;
    cin >> a >> b >> q;
    unsigned mira = 0, tobin = 0;  // bit i: a spoon of i + 1 grams
    while (a--) cin >> spoon, mira |= 1u << (spoon - 1);
    while (b--) cin >> spoon, tobin |= 1u << (spoon - 1);
    const unsigned mask = (1u << 10) - 1;
    // Bit i of m (t): with i + 1 grams less than now, Mira (Tobin) to move wins. Below zero the opponent "wins":
    // nobody may move there.
    unsigned m = mask, t = mask;
    vector<int> first(1 << 20, -1);
    vector<char> wins;
    while (first[m << 10 | t] < 0) {
        first[m << 10 | t] = wins.size();
        bool mira_wins = mira & ~t, tobin_wins = tobin & ~m;
        wins.push_back(mira_wins);
        m = (m << 1 | mira_wins) & mask;
        t = (t << 1 | tobin_wins) & mask;
    }
    long long period = (long long)wins.size() - first[m << 10 | t];
    while (q--) {
        long long n;
        cin >> n;
        n %= period;
        cout << (wins[n] ? "Mira" : "Tobin") << "\n";
    }
}
