// For every left end, each wish gives the first right end that meets it, from the list of positions of its dye.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n, m, k;
    string s;
    cin >> n >> m >> k >> s;
    vector<int> reach(n);  // last square of the shortest good piece that starts here
    for (int i = 0; i < n; i++) reach[i] = i;
    while (k--) {
        char c;
        int q;
        cin >> c >> q;
        vector<int> where;
        for (int i = 0; i < n; i++)
            if (s[i] == c) where.push_back(i);
        size_t first = 0;
        for (int i = 0; i < n; i++) {
            while (first < where.size() && where[first] < i) first++;
            size_t last = first + q - 1;
            reach[i] = max(reach[i], last < where.size() ? where[last] : n);
        }
    }
    long long ways = 0;
    for (int i = 0; i < n; i++) ways += max(0, min(n, i + m) - reach[i]);
    cout << ways << "\n";
}
