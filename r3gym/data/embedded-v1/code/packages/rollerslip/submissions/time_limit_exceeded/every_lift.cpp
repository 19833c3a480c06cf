// Right but slow: tries every moment of the lift for every circumference, each in constant time with the Z function.
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
    vector<int> z = z_function(s), mirror = z_function(string(s.rbegin(), s.rend()));
    for (int p = 1; p <= n; p++)
        for (int i = p; i <= p + z[p]; i++) {
            bool turn = n - i <= p && z[i] == n - i;
            bool longer = z[i] >= p && i >= n - p - mirror[p];
            if (turn || longer) {
                cout << p << "\n";
                return 0;
            }
        }
}
