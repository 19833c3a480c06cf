// Right idea, impossible size: a table over all jar sizes up to the largest one.
#include <algorithm>
#include <iostream>
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
    long long size = *max_element(jars.begin(), jars.end()) + 1;
    vector<char> m(size, 0), t(size, 0);
    for (long long n = 0; n < size; n++) {
        for (int s : mira)
            if (s <= n && !t[n - s]) m[n] = 1;
        for (int s : tobin)
            if (s <= n && !m[n - s]) t[n] = 1;
    }
    for (long long n : jars) cout << (m[n] ? "Mira" : "Tobin") << "\n";
}
