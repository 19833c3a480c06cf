// Mistake: thinks that the second part has at least one complete turn.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

vector<int> z_function(const string& s) {
    int n = s.size();
    vector<int> z(n + 1, 0);
    for (int i = 1, l = 0, r = 0; i < n; i++) {
        if (i < r) z[i] = min(r - i, z[i - l]);
        while (i + z[i] < n && s[i + z[i]] == s[z[i]]) z[i]++;
        if (i + z[i] > r) l = i, r = i + z[i];
    }
    return z;
}

int main() {
    string s;
    cin >> s;
    int n = s.size();
    vector<int> z = z_function(s);
    vector<int> mirror = z_function(string(s.rbegin(), s.rend()));
    vector<int> border(n + 1, n);  // first position from here on whose suffix is also a prefix
    for (int i = n - 1; i >= 0; i--) border[i] = z[i] == n - i ? i : border[i + 1];
    vector<vector<int>> top = {z};
    for (int k = 1; 1 << k <= n; k++) {
        top.push_back(top.back());
        for (int i = 0; i + (1 << k) <= n + 1; i++) top[k][i] = max(top[k - 1][i], top[k - 1][i + (1 << (k - 1))]);
    }
    for (int p = 1; p <= n; p++) {
        int reach = p + z[p];                       // the first part ends here at the latest
        int early = max(p, n - p - mirror[p]);      // from here on the strip has period p
        bool works = reach == n;  // second part of at most one turn
        if (!works && early <= reach) {
            int k = 31 - __builtin_clz(reach - early + 1);
            works = max(top[k][early], top[k][reach - (1 << k) + 1]) >= p;
        }
        if (works) {
            cout << p << "\n";
            return 0;
        }
    }
}
