// Right but slow: fills the table up to the largest jar, keeping only the last entries.
#include <algorithm>
#include <iostream>
#include <map>
#include <vector>
using namespace std;

int main() {
    int a, b, q;
    cin >> a >> b >> q;
    vector<int> mira(a), tobin(b);
    for (int& s : mira) cin >> s;
    for (int& s : tobin) cin >> s;
    vector<long long> jars(q);
    for (long long& n : jars) cin >> n;
    map<long long, bool> result;
    for (long long n : jars) result[n] = false;
    char m[16], t[16];
    auto next = result.begin();
    for (long long n = 0; next != result.end(); n++) {
        char mira_wins = 0, tobin_wins = 0;
        for (int s : mira)
            if (s <= n && !t[(n - s) & 15]) mira_wins = 1;
        for (int s : tobin)
            if (s <= n && !m[(n - s) & 15]) tobin_wins = 1;
        m[n & 15] = mira_wins;
        t[n & 15] = tobin_wins;
        if (next->first == n) {
            next->second = mira_wins;
            ++next;
        }
    }
    for (long long n : jars) cout << (result[n] ? "Mira" : "Tobin") << "\n";
}
